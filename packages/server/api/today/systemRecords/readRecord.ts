import { newerCollectionId } from '@coffer/schema'
import type { Reader, Row } from '../../../db/engine.ts'
import { name, sql } from '../../../db/sql.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Requester } from '../../../records/rules/Requester.ts'
import type { SystemTable } from './SystemTable.ts'

/** Returns a record as a requester sees it. */
export function recordJson({ name: collectionName, toJson, hidden }: SystemTable, row: Row, { kind }: Requester) {
  const all = { collectionId: newerCollectionId({ type: 'base', name: collectionName }), collectionName, ...toJson(row) }
  if (kind === 'admin') return all
  return Object.fromEntries(Object.entries(all).filter(([key]) => !hidden.includes(key)))
}

/** Finds a row by its id; undefined if there is none that the requester can see. */
export async function findRow(
  reader: Reader,
  { table, columns, kind }: SystemTable,
  requester: Requester,
  id: string,
): Promise<Row | undefined> {
  if (requester.kind === 'guest' || !(await reader.schema.hasTable(reader, table.name))) return undefined
  const condition = kind ? sql`kind = ${kind}` : sql`1 = 1`
  const owned =
    requester.kind === 'authRecord'
      ? sql`${name('collectionId')} = ${requester.collection.id} AND ${name('recordId')} = ${String(requester.record.values.id)}`
      : sql`1 = 1`
  return reader.row(sql`SELECT ${columns} FROM ${name(table.name)} WHERE id = ${id} AND ${condition} AND ${owned}`)
}

/**
 * Returns a row by its id.
 * @throws Rejection `missing` if there is none that the requester can see
 */
export async function getRow(
  reader: Reader,
  system: SystemTable,
  { requester }: { requester: Requester },
  id: string,
): Promise<Row> {
  const row = await findRow(reader, system, requester, id)
  if (!row) throw new Rejection('missing')
  return row
}
