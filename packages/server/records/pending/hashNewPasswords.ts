import { type Collection, maxPasswordBytes } from '@coffer/schema'
import { hashPassword } from '../../crypto/passwords.ts'
import { costsOf, hashPasswords, newPasswords, type Passwords } from './passwords.ts'
import { asText } from './scalars.ts'

/**
 * Hashes the submitted password, or returns undefined if there is none that can be stored.
 * Call it outside of transactions: a hash takes a good part of a second.
 */
async function hashNewPassword(values: Record<string, unknown>, cost?: number): Promise<string | undefined> {
  const password = asText(values.password)
  const isPossible =
    password !== '' && password === asText(values.passwordConfirm) && Buffer.byteLength(password) <= maxPasswordBytes
  return isPossible ? hashPassword(password, { cost }) : undefined
}

/** The hash of an auth record's password, and the hashes of password fields. */
export interface NewHashes {
  passwordHash: string | undefined
  hashes: Passwords
}

/** Milliseconds of a bcrypt hash of cost 12, as an estimate. Each step of the cost doubles it. */
const msOfCost12 = 200

/** Estimates how long the submitted passwords of a record take to hash, in milliseconds; 0 without passwords. */
export function hashingMs(collection: Collection, values: Record<string, unknown>): number {
  const costs = costsOf(collection, newPasswords(collection, values))
  const own = collection.type === 'auth' && asText(values.password) !== '' ? [12] : []
  return [...costs, ...own].reduce((sum, cost) => sum + msOfCost12 * 2 ** (cost - 12), 0)
}

/**
 * Hashes all submitted passwords. Call it outside of transactions, and as soon as the passwords are valid.
 * @param cost the cost of all hashes, in place of their own
 */
export async function hashNewPasswords(
  collection: Collection,
  values: Record<string, unknown>,
  cost?: number,
): Promise<NewHashes> {
  const hashes = await hashPasswords(collection, newPasswords(collection, values), cost)
  return { hashes, passwordHash: collection.type === 'auth' ? await hashNewPassword(values, cost) : undefined }
}
