import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { join, name, sql } from '../db/sql.ts'
import type { Catalog } from './Catalog.ts'

/** Tables that one statement asks about: SQLite bounds how many columns a result has. */
const most = 500

const sizesOf = async (reader: Reader, collections: readonly Collection[]): Promise<[string, number][]> => {
  const sizes = collections.map(collection => sql`(SELECT MAX(rowid) FROM ${name(collection.name)})`)
  const row = await reader.row(sql`SELECT ${join(sizes)}`)
  return collections.map(({ id }, index) => [id, Number(row?.[index] ?? 0)])
}

/**
 * Looks up about how many records each collection has: the last row's number, which takes no longer for a long table. Deleted
 * rows may count as well.
 */
export const loadSizes = async (reader: Reader, collections: readonly Collection[]): Promise<Catalog['sizeOf']> => {
  const tables = collections.filter(({ type }) => type !== 'view')
  const sizes = new Map<string, number>()
  for (let start = 0; start < tables.length; start += most) {
    // Without one of the tables none of the sizes is known, which only makes some queries slower.
    const found = await sizesOf(reader, tables.slice(start, start + most)).catch(() => [])
    for (const [id, size] of found) sizes.set(id, size)
  }
  return ({ id }) => sizes.get(id) ?? Number.POSITIVE_INFINITY
}
