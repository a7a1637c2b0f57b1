/** A replacement of the text between two offsets. */
export interface TextChange {
  from: number
  to: number
  insert: string
}

/** Returns the smallest single replacement that turns one text into another; undefined if they are equal. */
export function diffText(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++
  let same = 0
  while (same < shorter - from && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same))
    same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
