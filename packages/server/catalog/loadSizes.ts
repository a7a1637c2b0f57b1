import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { join, name, sql } from '../db/sql.ts'
import type { Catalog } from './Catalog.ts'

/** Maximum number of tables per statement, because SQLite limits the number of result columns. */
const most = 500

const sizesOf = async (reader: Reader, collections: readonly Collection[]): Promise<[string, number][]> => {
  const sizes = collections.map(collection => sql`(SELECT MAX(rowid) FROM ${name(collection.name)})`)
  const row = await reader.row(sql`SELECT ${join(sizes)}`)
  return collections.map(({ id }, index) => [id, Number(row?.[index] ?? 0)])
}

/**
 * Estimates the number of records of each collection from the last rowid, which is equally fast for large tables. Deleted rows can
 * be included.
 */
export const loadSizes = async (reader: Reader, collections: readonly Collection[]): Promise<Catalog['sizeOf']> => {
  const tables = collections.filter(({ type }) => type !== 'view')
  const sizes = new Map<string, number>()
  for (let start = 0; start < tables.length; start += most) {
    // If one of the tables is missing, none of the sizes is known, which only makes some queries slower.
    const found = await sizesOf(reader, tables.slice(start, start + most)).catch(() => [])
    for (const [id, size] of found) sizes.set(id, size)
  }
  return ({ id }) => sizes.get(id) ?? Number.POSITIVE_INFINITY
}
