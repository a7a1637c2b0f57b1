/** 64 characters: 256 is divisible by 64, so a random byte selects each with the same probability. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Generates a cryptographically random password. */
export function randomPassword(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => alphabet.charAt(byte % alphabet.length)).join('')
}
