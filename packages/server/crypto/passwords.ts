import { maxPasswordBytes } from '@coffer/schema'
import { Semaphore } from '../runtime/Semaphore.ts'
import { randomSecret } from './randomText.ts'

/** Loaded on first use, because most threads never handle a password. */
const bcrypt = async () => (await import('bcrypt')).default

/**
 * Maximum number of concurrent hashes in this thread. They use the libuv threads that also write to disk, which must not all be busy. The
 * main thread limits how many sign-ins reach any thread, by client.
 */
const semaphore = new Semaphore({ maxConcurrent: 3 })

/** The cost of the hashes of PocketBase 0.22. */
const defaultCost = 12

/** Throws if the result is no longer needed. */
type StillWanted = () => Promise<unknown>

const always: StillWanted = async () => undefined

/**
 * Hashes a password (at most 72 bytes) with bcrypt, outside the calling thread.
 * @param stillWanted checked when a slot is free, which can be much later
 */
export async function hashPassword(
  password: string,
  { stillWanted = always, cost = defaultCost }: { stillWanted?: StillWanted; cost?: number | undefined } = {},
): Promise<string> {
  const { genSalt, hash } = await bcrypt()
  return semaphore.run(async () => {
    await stillWanted()
    return hash(password, await genSalt(cost, 'a'))
  })
}

/** A dummy hash that is verified for unknown auth records, so that the response takes equally long. */
const dummyHash = '$2a$12$C6UzMDM.H6dfI/f/IKcEeO5h9S1xCkXlHqyqrxnJPtC1KWwMdvSM6'

let unknown: Promise<string> | undefined

/** The hash of a random password, for auth records without one. Shared by all of them, because nobody knows the password. */
export function unknownPasswordHash(): Promise<string> {
  unknown ??= hashPassword(randomSecret(maxPasswordBytes))
  return unknown
}

/**
 * Whether the password matches the hash. Without a hash the result is false after the same time.
 * @param stillWanted checked when a slot is free, which can be much later
 */
export async function verifyPassword(password: string, passwordHash: string | undefined, stillWanted = always): Promise<boolean> {
  const { compare } = await bcrypt()
  const matches = await semaphore.run(async () => {
    await stillWanted()
    return compare(password, passwordHash || dummyHash)
  })
  return matches && Boolean(passwordHash)
}

/** A hash of bcrypt: version, cost, salt and checksum. */
const hashPattern = /^\$2[abxy]\$\d\d\$[./0-9A-Za-z]{53}$/

/** Whether a value is a bcrypt hash. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashPattern.test(value)
}

/** Returns the hash to store, '' for none. Asserts that it is one, so that a password is never stored. */
export function assertHash(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (isHash(value)) return value
  throw new Error('A password has not been hashed before it is stored.')
}
