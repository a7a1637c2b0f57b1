/** 64 characters, so that each random byte gives one of them with the same chance. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A password of so many characters, from the system's secure randomness. */
export function randomPassword(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => alphabet.charAt(byte % alphabet.length)).join('')
}
