import type { SqlValue } from '@coffer/fields'
import type { Reader, Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'

/** A row of `_externalAuths`: an account of an OAuth2 provider that belongs to a record. */
export interface ExternalAuth {
  id: string
  created: string
  updated: string
  collectionId: string
  recordId: string
  provider: string
  /** The provider's id of its account. */
  providerId: string
}

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')

/** What is linked to a record, in the order of linking. */
export const listExternalAuths = async (reader: Reader, collectionId: string, recordId: string): Promise<ExternalAuth[]> => {
  const rows = await reader.rows(sql`SELECT id, created, updated, provider, providerId FROM _externalAuths
    WHERE collectionId = ${collectionId} AND recordId = ${recordId} ORDER BY created, rowid`)
  return rows.map(([id, created, updated, provider, providerId]) => ({
    ...{ id: text(id), created: text(created), updated: text(updated), collectionId, recordId },
    ...{ provider: text(provider), providerId: text(providerId) },
  }))
}

/** Unlinks a provider; says whether it was linked. */
export const removeExternalAuth = async (
  transaction: Transaction,
  collectionId: string,
  recordId: string,
  provider: string,
): Promise<boolean> => {
  const { changes } = await transaction.run(sql`DELETE FROM _externalAuths
    WHERE collectionId = ${collectionId} AND recordId = ${recordId} AND provider = ${provider}`)
  return changes > 0
}
