const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 15

/** A new id in the form that the server's own have. */
export function randomRecordId(): string {
  let id = ''
  while (id.length < length) {
    // Above the last whole multiple the first letters would be likelier.
    const bytes = crypto.getRandomValues(new Uint8Array(length)).filter(byte => byte < 256 - (256 % letters.length))
    for (const byte of bytes) id += letters[byte % letters.length] ?? ''
  }
  return id.slice(0, length)
}
