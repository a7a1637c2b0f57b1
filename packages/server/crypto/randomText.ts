import { customAlphabet } from 'nanoid'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'

const lowerCaseText = customAlphabet(lowerCase)
const mixedCaseText = customAlphabet(`ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerCase}`)

/** Returns random digits from 1 to 9. */
export const randomDigits = customAlphabet('123456789')

/** Returns a new id of a record, collection or admin: 15 characters a-z0-9. */
export function randomId(): string {
  return lowerCaseText(15)
}

/** Returns a new id that sorts after those of earlier milliseconds, so that tables grow at their end: 15 characters a-z0-9. */
export function timedId(moment: number): string {
  const time = moment.toString(36)
  return time + lowerCaseText(15 - time.length)
}

/** Returns a secret or key: characters A-Za-z0-9. */
export function randomSecret(length: number): string {
  return mixedCaseText(length)
}

/** Returns a new id of a collection field: 8 characters a-z0-9. */
export function randomFieldId(): string {
  return lowerCaseText(8)
}
