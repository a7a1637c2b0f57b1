const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const length = 15

/** Generates a record id in the server's format. */
export function randomRecordId(): string {
  let id = ''
  while (id.length < length) {
    // Discards bytes above the last multiple of the alphabet's length, which would make the first letters more likely.
    const bytes = crypto.getRandomValues(new Uint8Array(length)).filter(byte => byte < 256 - (256 % letters.length))
    for (const byte of bytes) id += letters[byte % letters.length] ?? ''
  }
  return id.slice(0, length)
}
