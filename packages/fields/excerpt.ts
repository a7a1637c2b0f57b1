/** A text cut to a number of UTF-16 units, with an ellipsis in place of the rest; never through the middle of a character. */
export const excerpt = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? length - 1 : length
  return `${text.slice(0, end).trimEnd()}…`
}
