/** One replacement that turns a text into another: what stands between two offsets makes way for the new text. */
export interface TextChange {
  from: number
  to: number
  insert: string
}

/** The smallest single replacement between two texts; undefined where they are the same. */
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
