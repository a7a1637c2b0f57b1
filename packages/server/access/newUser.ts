import { createHash } from 'node:crypto'
import { fieldType } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { nowAfter } from '../runtime/now.ts'

const idLength = 15

/** Returns an id that no record has by chance. It is always the same, so that results can be compared. */
const idOfNewUser = (collection: AuthCollection): string =>
  createHash('sha256').update(`new user of ${collection.id}`).digest('hex').slice(0, idLength)

/**
 * Returns an auth record as it is after a sign-up with nothing but a username, an email and a password: not verified, and with empty
 * fields. It is not stored.
 */
export function createNewUser(collection: AuthCollection): StoredRecord {
  const id = idOfNewUser(collection)
  const created = nowAfter({})
  const fields = collection.schema.map(field => [field.name, fieldType(field).normalize(undefined, field.options)])
  const system = {
    id,
    created,
    updated: created,
    username: `${collection.name}_${id}`,
    email: `${id}@example.com`,
    emailVisibility: false,
    verified: false,
    tokenKey: '',
    passwordHash: '',
    lastResetSentAt: '',
    lastVerificationSentAt: '',
  }
  return { collection, values: { ...Object.fromEntries(fields), ...system } }
}
