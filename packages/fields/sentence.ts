/** Formats text as a sentence: trimmed, with a capital letter and a full stop. */
export const sentence = (text: string): string => {
  const trimmed = text.trim()
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.?!]$/.test(trimmed) ? '' : '.'}`
}
