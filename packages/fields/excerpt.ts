/** Cuts a text to a number of UTF-16 units and appends an ellipsis. Never splits a character. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length
  return `${text.slice(0, end).trimEnd()}…`
}
