/** Returns the length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts as two bytes.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return length
}
