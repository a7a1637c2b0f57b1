import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'

/**
 * Asserts that an id is unique across all auth collections.
 * @throws Rejection `conflict` when another auth collection has a record with this id
 */
export async function assertUnusedAuthId(reader: Reader, catalog: Catalog, collection: Collection, id: string): Promise<void> {
  if (collection.type !== 'auth') return
  for (const other of catalog.all) {
    if (other.type !== 'auth' || other.id === collection.id) continue
    const isUsed = await reader.row(sql`SELECT 1 FROM ${name(other.name)} WHERE id = ${id}`)
    if (isUsed) throw new Rejection('conflict', { code: 'recordNotCreated' })
  }
}
