import { randomBytes } from 'node:crypto'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'
const mixedCase = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerCase}`

/** Cryptographically random text over an alphabet of at most 256 characters, without bias. */
export const randomFrom = (alphabet: string, length: number): string => {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** A new id of a record, collection or admin: 15 characters a-z0-9. */
export const randomId = (): string => randomFrom(lowerCase, 15)

/** A secret or key: characters A-Za-z0-9. */
export const randomSecret = (length: number): string => randomFrom(mixedCase, length)
