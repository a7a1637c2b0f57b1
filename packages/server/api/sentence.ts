/** A message as people read it: trimmed, with a capital first letter and a full stop. Empty stays empty. */
export const sentence = (message: string): string => {
  const trimmed = message.trim()
  const [first] = trimmed
  if (first === undefined) return ''
  const text = first.toUpperCase() + trimmed.slice(first.length)
  return /[.?!]$/.test(text) ? text : `${text}.`
}
