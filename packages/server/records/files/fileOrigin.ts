import { fieldType } from '@coffer/fields'
import type { Collection, ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { fileFieldsOf } from './recordFiles.ts'

/** Maximum number of views that are based on each other. */
const maxViewDepth = 5

/** Returns the collections whose names occur in the query of a view. */
function collectionsIn({ id, options }: ViewCollection, catalog: Catalog): Collection[] {
  const words = new Set(options.query.toLowerCase().match(/\w+/g))
  return catalog.all.filter(collection => collection.id !== id && words.has(collection.name.toLowerCase()))
}

async function findHolder(reader: Reader, collection: Collection, file: string): Promise<string | undefined> {
  const table = name(collection.name)
  for (const field of fileFieldsOf(collection)) {
    const column = sql`${table}.${name(field.name)}`
    const holds = fieldType(field).isMultiple(field.options)
      ? sql`EXISTS (SELECT 1 FROM ${reader.dialect.elements(column)} WHERE value = ${file})`
      : sql`${column} = ${file}`
    const row = await reader.row(sql`SELECT ${table}.id FROM ${table} WHERE ${holds} LIMIT 1`)
    if (row) return String(row[0])
  }
  return undefined
}

/**
 * Finds the record that owns a file of a view: a record with the same file name in a collection that the view reads.
 * @returns the ids of the collection and the record as prefix of the storage key; undefined if there is no such record
 */
export async function fileOrigin(
  reader: Reader,
  catalog: Catalog,
  view: ViewCollection,
  file: string,
  depth = 1,
): Promise<string | undefined> {
  for (const collection of depth > maxViewDepth ? [] : collectionsIn(view, catalog)) {
    if (collection.type === 'view') {
      const origin = await fileOrigin(reader, catalog, collection, file, depth + 1)
      if (origin !== undefined) return origin
    } else {
      const id = await findHolder(reader, collection, file)
      if (id !== undefined) return `${collection.id}/${id}`
    }
  }
  return undefined
}
