import type { AuthCollection } from '@coffer/schema'
import type { Transaction } from '../db/engine.ts'
import { now } from '../db/now.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import { effectsOfChanges } from '../records/commit.ts'
import { dropLinksOnVerification } from '../records/dropLinksOnVerification.ts'
import { findRecord } from '../records/findRecord.ts'
import type { StoredRecord } from '../records/StoredRecord.ts'
import { updateRow } from '../records/storeRecord.ts'
import type { App } from '../threads/App.ts'
import type { Effect } from '../threads/effects.ts'
import { invalidToken } from './tokenIssues.ts'

/** An account that a token was found to belong to. */
export interface TokenHolder {
  collection: AuthCollection
  record: StoredRecord
}

/**
 * Changes the account that a token belongs to, if it is still the token's: another request with the same token may have been first.
 * @param change gives the columns to set, or undefined when there is nothing to do
 * @param failed what to answer when it cannot be stored
 * @throws ApiError 400
 */
export const changeAccount = async (
  app: App,
  { collection, record }: TokenHolder,
  change: (stored: StoredRecord, transaction: Transaction) => Promise<Record<string, unknown> | undefined>,
  failed: string,
): Promise<Effect[]> => {
  try {
    return await app.db.transaction(async transaction => {
      const before = await findRecord(transaction, collection, String(record.values.id))
      if (before?.values.tokenKey !== record.values.tokenKey) throw badRequest(undefined, { token: invalidToken })
      const values = before && (await change(before, transaction))
      if (!before || !values) return []
      const changed = { collection, values: { ...before.values, ...values, updated: now() } }
      const after = await dropLinksOnVerification(transaction, before, changed)
      await updateRow(transaction, before, after)
      return effectsOfChanges(app.audiences, [{ action: 'update', before, after, removedFiles: [] }])
    })
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(failed, {}, error)
  }
}
