/** Returns the number of Unicode characters. A surrogate pair counts as one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(index + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    count--
    index++
  }
  return count
}
