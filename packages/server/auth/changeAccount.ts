import type { AuthCollection } from '@coffer/schema'
import type { Claims } from '../crypto/jwt.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { Effect } from '../messages/Effect.ts'
import { dropLinksOnVerification } from '../records/effects/dropLinksOnVerification.ts'
import { effectsOfChanges } from '../records/effects/effectsOfChanges.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { updateRow } from '../rows/writeRows.ts'
import { nowAfter } from '../runtime/now.ts'
import type { AuthContext } from './AuthContext.ts'
import { invalidToken } from './tokenIssues.ts'

/** An account that a token was found to belong to. */
export interface TokenHolder {
  collection: AuthCollection
  record: StoredRecord
}

/** Whether a token was mailed to the email that its owner has now: one that went to another address is not the owner's. */
export const wasMailedTo = (email: unknown, claims: Claims): boolean => claims.email === email

/**
 * The account of a token as it is stored now, if it is the token's still: another request may have used the token or changed the email.
 * @throws ApiError 400
 */
export const readHolder = async (reader: Reader, { collection, record }: TokenHolder): Promise<StoredRecord> => {
  const stored = await findRecord(reader, collection, String(record.values.id))
  const isSame = stored?.values.tokenKey === record.values.tokenKey && stored?.values.email === record.values.email
  if (!stored || !isSame) throw badRequest(undefined, { token: invalidToken })
  return stored
}

/**
 * Changes the account that a token belongs to, if it is the token's still.
 * @param change gives the columns to set, or undefined when there is nothing to do
 * @param failed what to answer when it cannot be stored
 * @throws ApiError 400
 */
export const changeAccount = async (
  app: AuthContext,
  holder: TokenHolder,
  change: (stored: StoredRecord, transaction: Transaction) => Promise<Record<string, unknown> | undefined>,
  failed: string,
): Promise<Effect[]> => {
  try {
    return await app.db.transaction(async transaction => {
      const before = await readHolder(transaction, holder)
      const values = await change(before, transaction)
      if (!values) return []
      const changed = { collection: holder.collection, values: { ...before.values, ...values, updated: nowAfter(before.values) } }
      const after = await dropLinksOnVerification(transaction, before, changed)
      await updateRow(transaction, before, after)
      return effectsOfChanges(app.listeners, [{ action: 'update', before, after, removedFiles: [] }])
    })
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(failed, {}, error)
  }
}
