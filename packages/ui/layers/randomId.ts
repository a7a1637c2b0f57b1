const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Returns ten random letters and digits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), byte => letters[byte % letters.length]).join('')
}
