import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { badRequest } from '../../errors/ApiError.ts'

/**
 * Asserts that an id is unique across all auth collections.
 * @throws ApiError 400 when another auth collection has a record with this id
 */
export const assertUnusedAuthId = async (reader: Reader, catalog: Catalog, collection: Collection, id: string): Promise<void> => {
  if (collection.type !== 'auth') return
  for (const other of catalog.all) {
    if (other.type !== 'auth' || other.id === collection.id) continue
    if (await reader.row(sql`SELECT 1 FROM ${name(other.name)} WHERE id = ${id}`)) throw badRequest('Failed to create record.')
  }
}
