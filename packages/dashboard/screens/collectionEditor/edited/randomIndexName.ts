const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Generates a random index name, such as `idx_x7Gf2Qa`. */
export const randomIndexName = (): string =>
  `idx_${Array.from(crypto.getRandomValues(new Uint8Array(7)), byte => letters[byte % letters.length]).join('')}`
