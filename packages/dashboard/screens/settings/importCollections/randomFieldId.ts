const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** An id for a field that is imported without one: 8 characters, as the server makes them. */
export const randomFieldId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => letters.charAt(byte % letters.length)).join('')
