import type { Collection, ViewCollection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import type { Catalog } from './Catalog.ts'
import { catalogOf } from './catalogOf.ts'
import { loadSizes } from './loadSizes.ts'
import { collectionColumns, readCollection } from './storedCollection.ts'

/** Reads the definitions of all collections, in the order of their names. Which dates views have is not known. */
export const loadCollections = async (reader: Reader): Promise<Collection[]> =>
  (await reader.rows(sql`SELECT ${collectionColumns} FROM _collections ORDER BY name`)).map(readCollection)

/** What a view itself yields; nothing is known of one that cannot be prepared, which its records' answers then say. */
const readView = async (reader: Reader, view: ViewCollection): Promise<ViewCollection> => {
  try {
    const columns = (await reader.rows(sql`SELECT name FROM pragma_table_info(${view.name})`)).map(([column]) => column)
    return {
      ...view,
      dates: (['created', 'updated'] as const).filter(date => columns.includes(date)),
      absent: view.schema.map(({ name }) => name).filter(field => !columns.includes(field)),
    }
  } catch {
    return view
  }
}

/** Reads all collections of `_collections`. */
export const loadCatalog = async (reader: Reader, version: number): Promise<Catalog> => {
  const all: Collection[] = []
  for (const collection of await loadCollections(reader)) {
    all.push(collection.type === 'view' ? await readView(reader, collection) : collection)
  }
  return catalogOf(all, { version, sizeOf: await loadSizes(reader, all) })
}
