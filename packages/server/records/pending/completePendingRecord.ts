import type { Collection } from '@coffer/schema'
import { randomDigits, randomSecret } from '../../crypto/randomText.ts'
import type { Reader } from '../../db/engine.ts'
import { now } from '../../runtime/now.ts'
import { creationDates, updateDates } from '../rows/dates.ts'
import { hasUsername } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { AuthInput, PendingRecord } from './PendingRecord.ts'
import type { Passwords } from './passwords.ts'

/** Input of `completePendingRecord` beside the pending record. */
export interface Finish {
  manages: boolean
  /** Hash of the new password; undefined keeps the stored one. */
  passwordHash: string | undefined
  /** Whether a new email of a stored record revokes its tokens, as since PocketBase 0.24. */
  newEmailRevokes?: boolean
  /** Hashes of the passwords of fields. Without them, fields keep their stored hashes. */
  hashes?: Passwords | undefined
}

async function generateUsername(reader: Reader, collection: Collection): Promise<string> {
  const start = collection.name + randomDigits(5)
  let username = start
  for (let more = 3; ; more += 1) {
    if (!(await hasUsername(reader, collection, username))) return username
    username = start + randomDigits(more)
  }
}

/** Returns the values that revoke the tokens of a record, including those for a password reset. */
export function revokedTokens(): { tokenKey: string; lastResetSentAt: string } {
  return { tokenKey: randomSecret(50), lastResetSentAt: '' }
}

const passwordValues = (passwordHash: string | undefined, stored: StoredRecord | undefined): Record<string, unknown> =>
  passwordHash === undefined
    ? {
        passwordHash: stored?.values.passwordHash,
        tokenKey: stored?.values.tokenKey,
        lastResetSentAt: stored?.values.lastResetSentAt,
      }
    : { passwordHash, ...revokedTokens() }

/** Returns the auth columns. Columns that the requester is not allowed to set have their stored values. */
const authValues = async (
  reader: Reader,
  { collection, stored }: PendingRecord,
  auth: AuthInput,
  { manages, passwordHash, newEmailRevokes = false }: Finish,
): Promise<Record<string, unknown>> => ({
  username: auth.username || (await generateUsername(reader, collection)),
  email: !stored || manages ? auth.email : stored.values.email,
  emailVisibility: auth.emailVisibility,
  verified: manages ? auth.verified : (stored?.values.verified ?? false),
  lastVerificationSentAt: stored?.values.lastVerificationSentAt ?? '',
  ...passwordValues(passwordHash, stored),
  ...(newEmailRevokes && stored && manages && auth.email !== stored.values.email ? revokedTokens() : {}),
})

/** Turns a valid pending record into the record to store. */
export async function completePendingRecord(reader: Reader, pending: PendingRecord, finish: Finish): Promise<StoredRecord> {
  const { collection, stored } = pending
  return {
    collection,
    values: {
      ...pending.values,
      ...(finish.hashes && Object.fromEntries(finish.hashes)),
      ...(pending.auth ? await authValues(reader, pending, pending.auth, finish) : {}),
      id: pending.id,
      ...(stored ? { created: stored.values.created || now(), ...updateDates(stored) } : creationDates(collection, now())),
    },
  }
}
