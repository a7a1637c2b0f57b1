import type { SqlValue } from '@coffer/fields'
import { randomId } from '../../crypto/randomText.ts'
import type { Reader, Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { now } from '../../runtime/now.ts'

/** A row of `_externalAuths`: the link between an auth record and its account at an OAuth2 provider. */
export interface ExternalAuth {
  id: string
  created: string
  updated: string
  collectionId: string
  recordId: string
  provider: string
  /** The id of the account at the provider. */
  providerId: string
}

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')

/** Lists the links of an auth record, in the order of linking. */
export async function listExternalAuths(reader: Reader, collectionId: string, recordId: string): Promise<ExternalAuth[]> {
  const rows = await reader.rows(sql`SELECT id, created, updated, provider, ${name('providerId')} FROM ${name('_externalAuths')}
    WHERE ${name('collectionId')} = ${collectionId} AND ${name('recordId')} = ${recordId} ORDER BY created, ${reader.dialect.rowNumber}`)
  return rows.map(([id, created, updated, provider, providerId]) => ({
    id: text(id),
    created: text(created),
    updated: text(updated),
    collectionId,
    recordId,
    provider: text(provider),
    providerId: text(providerId),
  }))
}

/** Finds the id of the auth record that is linked to a provider's account. */
export async function findLinkedRecord(
  reader: Reader,
  collectionId: string,
  provider: string,
  providerId: string,
): Promise<string | undefined> {
  const row = await reader.row(sql`SELECT ${name('recordId')} FROM ${name('_externalAuths')}
    WHERE ${name('collectionId')} = ${collectionId} AND provider = ${provider} AND ${name('providerId')} = ${providerId}`)
  return row && text(row[0])
}

type Link = Pick<ExternalAuth, 'collectionId' | 'recordId' | 'provider' | 'providerId'>

/** Links an auth record to a provider's account. Rejects if the record already has a link to this provider. */
export async function addExternalAuth(
  transaction: Transaction,
  { id = randomId(), collectionId, recordId, provider, providerId }: Link & { id?: string },
): Promise<void> {
  const moment = now()
  await transaction.run(sql`INSERT INTO ${name('_externalAuths')} (id, created, updated, ${name('collectionId')}, ${name('recordId')}, provider, ${name('providerId')})
    VALUES (${id}, ${moment}, ${moment}, ${collectionId}, ${recordId}, ${provider}, ${providerId})`)
}

/** Changes a link to another account or auth record. */
export async function updateExternalAuth(
  transaction: Transaction,
  { id, collectionId, recordId, provider, providerId }: Link & { id: string },
): Promise<void> {
  await transaction.run(sql`UPDATE ${name('_externalAuths')} SET updated = ${now()}, ${name('collectionId')} = ${collectionId},
    ${name('recordId')} = ${recordId}, provider = ${provider}, ${name('providerId')} = ${providerId} WHERE id = ${id}`)
}

/** Unlinks all providers of an auth record. Returns their number. */
export async function removeExternalAuths(transaction: Transaction, collectionId: string, recordId: string): Promise<number> {
  const { changes } = await transaction.run(
    sql`DELETE FROM ${name('_externalAuths')} WHERE ${name('collectionId')} = ${collectionId} AND ${name('recordId')} = ${recordId}`,
  )
  return changes
}

/** Unlinks a provider. Returns whether it was linked. */
export async function removeExternalAuth(
  transaction: Transaction,
  collectionId: string,
  recordId: string,
  provider: string,
): Promise<boolean> {
  const { changes } = await transaction.run(sql`DELETE FROM ${name('_externalAuths')}
    WHERE ${name('collectionId')} = ${collectionId} AND ${name('recordId')} = ${recordId} AND provider = ${provider}`)
  return changes > 0
}
