import type { AuthCollection } from '@coffer/schema'
import type { Claims } from '../crypto/jwt.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { Effect } from '../messages/Effect.ts'
import { dropLinksOnVerification } from '../records/changes/dropLinksOnVerification.ts'
import { writeRecords } from '../records/changes/RecordWriter.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { nowAfter } from '../runtime/now.ts'
import type { AuthContext } from './AuthContext.ts'
import { invalidToken } from './tokens.ts'

/** The auth record that a valid token belongs to. */
export interface TokenHolder {
  collection: AuthCollection
  record: StoredRecord
}

/** Returns whether a token was mailed to the current email of its record. A token sent to another address is not valid. */
export const wasMailedTo = (email: unknown, claims: Claims): boolean => claims.email === email

/**
 * Loads the current version of a token's auth record.
 * @throws ApiError 400 if another request has used the token or changed the email
 */
export const loadTokenHolder = async (reader: Reader, { collection, record }: TokenHolder): Promise<StoredRecord> => {
  const stored = await findRecord(reader, collection, String(record.values.id))
  const isSame = stored?.values.tokenKey === record.values.tokenKey && stored?.values.email === record.values.email
  if (!stored || !isSame) throw badRequest(undefined, { token: invalidToken })
  return stored
}

/**
 * Changes the auth record that a token belongs to, if the token is still valid.
 * @param change returns the columns to set, or undefined if there is nothing to change
 * @param failed message of the response if the record cannot be stored
 * @throws ApiError 400
 */
export const changeAuthRecord = async (
  app: AuthContext,
  holder: TokenHolder,
  change: (stored: StoredRecord, transaction: Transaction) => Promise<Record<string, unknown> | undefined>,
  failed: string,
): Promise<Effect[]> => {
  try {
    const { effects } = await writeRecords(app, async records => {
      const { transaction } = records
      const before = await loadTokenHolder(transaction, holder)
      const values = await change(before, transaction)
      if (!values) return
      const changed = { collection: holder.collection, values: { ...before.values, ...values, updated: nowAfter(before.values) } }
      await records.update(before, await dropLinksOnVerification(transaction, before, changed))
    })
    return effects
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(failed, {}, error)
  }
}
