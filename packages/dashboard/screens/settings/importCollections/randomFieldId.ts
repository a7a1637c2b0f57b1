const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Generates an id for a field that is imported without one, in the server's format. */
export const randomFieldId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => letters.charAt(byte % letters.length)).join('')
