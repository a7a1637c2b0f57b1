import type { Collection } from '@coffer/schema'
import { randomFrom, randomSecret } from '../../crypto/randomText.ts'
import type { Reader } from '../../db/engine.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { nowAfter } from '../../runtime/now.ts'
import type { AuthInput, Draft } from './Draft.ts'

/** Input of `finishDraft` beside the draft. */
export interface Finish {
  manages: boolean
  /** Hash of the new password; undefined keeps the stored one. */
  passwordHash: string | undefined
}

const digits = '123456789'

const generateUsername = async (reader: Reader, collection: Collection): Promise<string> => {
  const start = collection.name + randomFrom(digits, 5)
  let username = start
  for (let more = 3; ; more += 1) {
    if (!(await hasUsername(reader, collection, username))) return username
    username = start + randomFrom(digits, more)
  }
}

const passwordValues = (passwordHash: string | undefined, stored: StoredRecord | undefined): Record<string, unknown> =>
  passwordHash === undefined
    ? {
        passwordHash: stored?.values.passwordHash,
        tokenKey: stored?.values.tokenKey,
        lastResetSentAt: stored?.values.lastResetSentAt,
      }
    : { passwordHash, tokenKey: randomSecret(50), lastResetSentAt: '' }

/** Returns the auth columns. Columns that the requester is not allowed to set have their stored values. */
const authValues = async (
  reader: Reader,
  { collection, stored }: Draft,
  auth: AuthInput,
  { manages, passwordHash }: Finish,
): Promise<Record<string, unknown>> => ({
  username: auth.username || (await generateUsername(reader, collection)),
  email: !stored || manages ? auth.email : stored.values.email,
  emailVisibility: auth.emailVisibility,
  verified: manages ? auth.verified : (stored?.values.verified ?? false),
  lastVerificationSentAt: stored?.values.lastVerificationSentAt ?? '',
  ...passwordValues(passwordHash, stored),
})

/** Turns a valid draft into the record to store. */
export const finishDraft = async (reader: Reader, draft: Draft, finish: Finish): Promise<StoredRecord> => {
  const moment = nowAfter(draft.stored?.values ?? {})
  return {
    collection: draft.collection,
    values: {
      ...draft.values,
      ...(draft.auth ? await authValues(reader, draft, draft.auth, finish) : {}),
      id: draft.id,
      created: draft.stored?.values.created || moment,
      updated: moment,
    },
  }
}
