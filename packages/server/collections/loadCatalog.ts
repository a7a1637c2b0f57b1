import type { Collection, ViewCollection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import type { Catalog } from './Catalog.ts'
import { loadSizes } from './loadSizes.ts'
import { collectionColumns, readCollection } from './storedCollection.ts'

/** Reads the definitions of all collections, in the order of their names. Which dates views have is not known. */
export const loadCollections = async (reader: Reader): Promise<Collection[]> =>
  (await reader.rows(sql`SELECT ${collectionColumns} FROM _collections ORDER BY name`)).map(readCollection)

/** Which date columns a view yields; none when the view cannot be prepared, which its records' answers then say. */
const viewDates = async (reader: Reader, view: ViewCollection): Promise<ViewCollection['dates']> => {
  try {
    const columns = (await reader.rows(sql`SELECT name FROM pragma_table_info(${view.name})`)).map(([column]) => column)
    return (['created', 'updated'] as const).filter(date => columns.includes(date))
  } catch {
    return []
  }
}

/** Reads all collections of `_collections`. */
export const loadCatalog = async (reader: Reader, version: number): Promise<Catalog> => {
  const all: Collection[] = []
  for (const collection of await loadCollections(reader)) {
    all.push(collection.type === 'view' ? { ...collection, dates: await viewDates(reader, collection) } : collection)
  }
  const byId = new Map<string, Collection>(all.map(collection => [collection.id, collection]))
  const byName = new Map<string, Collection>(all.map(collection => [collection.name.toLowerCase(), collection]))
  return {
    version,
    all,
    byId: id => byId.get(id),
    find: idOrName => byId.get(idOrName) ?? byName.get(idOrName.toLowerCase()),
    sizeOf: await loadSizes(reader, all),
  }
}
