import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { hashPassword, isHash } from '../../crypto/passwords.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'

/** New passwords of a record, or their hashes, by field. An empty text removes the stored hash. */
export type Passwords = ReadonlyMap<string, string>

const passwordFields = memoizeByObject(({ schema }: Collection) => schema.filter(field => fieldType(field).holdsPassword))

/**
 * Returns the passwords that a body sets. An empty text keeps the stored one, because responses have it in the place of a password;
 * null removes it.
 */
export function newPasswords(collection: Collection, values: Readonly<Record<string, unknown>>): Passwords {
  const passwords = new Map<string, string>()
  for (const field of passwordFields(collection)) {
    if (!Object.hasOwn(values, field.name)) continue
    const sent = values[field.name]
    const password = String(fieldType(field).normalize(sent, field.options))
    if (password !== '' || sent === null) passwords.set(field.name, password)
  }
  return passwords
}

const costOf = (field: Field): number | undefined => fieldType(field).holdsPassword?.(field.options).cost

/** Returns the costs of the hashes of passwords. */
export function costsOf(collection: Collection, passwords: Passwords): number[] {
  return passwordFields(collection).flatMap(field => (passwords.get(field.name) ? (costOf(field) ?? []) : []))
}

/**
 * Hashes valid passwords, one after the other. Call it outside of transactions: a hash takes a part of a second.
 * @param givenCost the cost of all hashes, in place of those of the fields
 */
export async function hashPasswords(collection: Collection, passwords: Passwords, givenCost?: number): Promise<Passwords> {
  const hashes = new Map<string, string>()
  for (const field of passwordFields(collection)) {
    const password = passwords.get(field.name)
    const cost = givenCost ?? costOf(field)
    if (password !== undefined) hashes.set(field.name, password === '' ? '' : await hashPassword(password, { cost }))
  }
  return hashes
}

/**
 * Returns the values that a script stores, with hashes in the place of new passwords. A value that is a hash is stored as it is: it is
 * the one that the script has read.
 */
export async function withHashes(
  collection: Collection,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const plain = new Map([...newPasswords(collection, values)].filter(([, password]) => !isHash(password)))
  return { ...values, ...Object.fromEntries(await hashPasswords(collection, plain)) }
}
