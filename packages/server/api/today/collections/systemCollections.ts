import { newerSystemCollections, type SystemCollection, systemCollections } from '@coffer/schema'
import { collectionColumns } from '../../../catalog/storedCollection.ts'
import type { Dialect } from '../../../db/Dialect.ts'
import { constant, join, name, type Sql, sql } from '../../../db/sql.ts'
import type { TableDescription } from '../../../query/compile/compileTableQuery.ts'
import type { App } from '../../App.ts'
import type { Call } from '../../Call.ts'
import { collectionsTable } from '../../collections/list.ts'

/** Returns the system collections of PocketBase 0.23 and later, which are as old as the settings. */
export async function loadSystemCollections({ db, settings }: App): Promise<SystemCollection[]> {
  const row = await db.row(sql`SELECT created FROM ${name('_params')} WHERE key = 'settings'`)
  return systemCollections(settings, String(row?.[0] ?? ''))
}

/** Returns the system collection that the path names; undefined if it names another one. */
export async function findSystemCollection({
  app,
  request,
}: Pick<Call, 'app' | 'request'>): Promise<SystemCollection | undefined> {
  const { collection = '' } = request.params
  if (!newerSystemCollections.includes(collection)) return undefined
  return (await loadSystemCollections(app)).find(one => one.name === collection)
}

/** The stored collections and the system collections, see `withSystemCollections`. */
export const allCollectionsTable: TableDescription = { ...collectionsTable, name: '#collections' }

/** A row number after the ones of all stored collections. */
const firstSystemRow = 2 ** 52

/**
 * Returns a SELECT of the stored collections, followed by the system collections. Of these, only the columns that filters and sorts can
 * read have values. The rows are numbered as in a table, because the dialect can sort by the number.
 */
export function withSystemCollections(dialect: Dialect, system: readonly SystemCollection[]): Sql {
  const stored = sql`SELECT ${collectionColumns}, ${dialect.rowNumber} AS ${name('@row')} FROM ${name('_collections')}`
  const more = system.map(
    ({ id, created, updated, name: collectionName, type }, index) =>
      sql`SELECT ${id}, ${created}, ${updated}, ${collectionName}, ${type}, ${dialect.boolean(true)}, '[]', '[]',
        NULL, NULL, NULL, NULL, NULL, '{}', ${constant(String(firstSystemRow + index))}`,
  )
  return join([stored, ...more], sql` UNION ALL `)
}
