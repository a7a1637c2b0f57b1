/** Formats a message as a sentence: trimmed, with a capital letter and a full stop. Empty text stays empty. */
export function sentence(message: string): string {
  const trimmed = message.trim()
  const [first] = trimmed
  if (first === undefined) return ''
  const text = first.toUpperCase() + trimmed.slice(first.length)
  return /[.?!]$/.test(text) ? text : `${text}.`
}
