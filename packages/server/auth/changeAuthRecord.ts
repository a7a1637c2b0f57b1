import type { AuthCollection } from '@coffer/schema'
import type { Claims } from '../crypto/jwt.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { Rejection, type RejectionCode, toRejection } from '../errors/Rejection.ts'
import { writeRecords } from '../records/changes/RecordWriter.ts'
import { type ScriptedChange, ValidatedChange, withScripted } from '../records/RecordInput.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { eventActorOf } from '../records/rules/eventActorOf.ts'
import { setColumns } from '../records/setColumns.ts'
import type { AuthContext } from './AuthContext.ts'
import { invalidToken } from './tokens.ts'

/** The auth record that a valid token belongs to. */
export interface TokenHolder {
  collection: AuthCollection
  record: StoredRecord
}

/** Returns whether a token was mailed to the current email of its record. A token sent to another address is not valid. */
export function wasMailedTo(email: unknown, claims: Claims): boolean {
  return claims.email === email
}

/**
 * Loads the current version of a token's auth record.
 * @throws Rejection `invalid` if another request has used the token or changed the email
 */
export async function loadTokenHolder(reader: Reader, { collection, record }: TokenHolder): Promise<StoredRecord> {
  const stored = await findRecord(reader, collection, String(record.values.id))
  const isSame = stored?.values.tokenKey === record.values.tokenKey && stored?.values.email === record.values.email
  if (!stored || !isSame) throw new Rejection('invalid', { issues: { token: invalidToken } })
  return stored
}

/**
 * Changes the auth record that a token belongs to, if the token is still valid.
 * @param change returns the columns to set, or undefined if there is nothing to change
 * @param failed what to report if the record cannot be stored
 * @param scripted what hooks of scripts see of the change, and have set
 * @throws Rejection
 */
export async function changeAuthRecord(
  app: AuthContext,
  holder: TokenHolder,
  change: (stored: StoredRecord, transaction: Transaction) => Promise<Record<string, unknown> | undefined>,
  failed: RejectionCode,
  scripted?: ScriptedChange,
): Promise<void> {
  try {
    await writeRecords(app, eventActorOf({ kind: 'authRecord', ...holder }), async records => {
      const { transaction } = records
      const before = await loadTokenHolder(transaction, holder)
      const values = await change(before, transaction)
      if (!values) return
      const after = await withScripted({ ...before, values: { ...before.values, ...values } }, scripted)
      if (scripted === 'validate') throw new ValidatedChange(after, before)
      await setColumns(records, before, after.values)
    })
  } catch (error) {
    throw error instanceof ValidatedChange ? error : toRejection(error, failed)
  }
}
