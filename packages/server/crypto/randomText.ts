import { randomFillSync } from 'node:crypto'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'
const mixedCase = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerCase}`

/** Size of the buffer of random bytes. Fetching many bytes at once is cheaper than many small fetches. */
const pool = Buffer.alloc(4096)
let used = pool.length

const randomByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  pool[used] = 0
  used += 1
  return byte
}

/** Returns cryptographically random text over an alphabet of at most 256 characters, without bias. */
export const randomFrom = (alphabet: string, length: number): string => {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < limit) text += alphabet[byte % alphabet.length]
  }
  return text
}

/** Returns a new id of a record, collection or admin: 15 characters a-z0-9. */
export const randomId = (): string => randomFrom(lowerCase, 15)

/** Returns a new id that sorts after those of earlier milliseconds, so that tables grow at their end: 15 characters a-z0-9. */
export const timedId = (moment: number): string => {
  const time = moment.toString(36)
  return time + randomFrom(lowerCase, 15 - time.length)
}

/** Returns a secret or key: characters A-Za-z0-9. */
export const randomSecret = (length: number): string => randomFrom(mixedCase, length)

/** Returns a new id of a collection field: 8 characters a-z0-9. */
export const randomFieldId = (): string => randomFrom(lowerCase, 8)
