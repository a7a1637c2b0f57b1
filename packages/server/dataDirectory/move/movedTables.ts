import type { Collection } from '@coffer/schema'
import { collectionColumns, readCollection } from '../../catalog/storedCollection.ts'
import { serverTables } from '../../db/serverTables.ts'
import { name, sql } from '../../db/sql.ts'
import type { MoveSource } from './MoveSource.ts'

/** The table that is in `logs.db`. */
export const logTable = '_logs'

type OptionalTable = NonNullable<(typeof serverTables)[number]['movedWith']>

const layoutTables = serverTables.filter(({ isOfLayout }) => isOfLayout).map(({ name }) => name)

/** The tables that SQLite files have once they are used. */
const optionalTables = serverTables.flatMap(({ name, movedWith }) => (movedWith ? [{ name, movedWith }] : []))

async function findUsed(source: MoveSource) {
  const used: typeof optionalTables = []
  for (const table of optionalTables)
    if ((await source.hasTable(table.name)) && (await source.count(table.name)) > 0) used.push(table)
  return used
}

/** Lists the kinds of the optional tables that have rows. */
export async function listUsed(source: MoveSource): Promise<OptionalTable[]> {
  return (await findUsed(source)).map(({ movedWith }) => movedWith)
}

/** Reads all collections. */
export async function loadCollections({ data }: MoveSource): Promise<Collection[]> {
  return (await data.rows(sql`SELECT ${collectionColumns} FROM ${name('_collections')} ORDER BY name`)).map(readCollection)
}

export function hasTable(collection: Collection): boolean {
  return collection.type !== 'view'
}

/** Returns the tables whose rows are copied, in an order in which no row refers to a missing one. */
export async function listTables(source: MoveSource, collections: readonly Collection[]): Promise<string[]> {
  const tables: string[] = []
  for (const table of layoutTables) if (await source.hasTable(table)) tables.push(table)
  for (const { name } of await findUsed(source)) tables.push(name)
  return [...tables, ...collections.filter(hasTable).map(collection => collection.name)]
}

/** Whether the server has created a table for itself. */
const isOwn = (table: string): boolean => layoutTables.includes(table) || table.startsWith('_coffer')

/** Returns a sentence about each table, view and column that is not copied because it belongs to no collection. */
export async function findForeign(
  source: MoveSource,
  collections: readonly Collection[],
  columnsOf: (table: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const byName = new Map(collections.map(collection => [collection.name.toLowerCase(), collection]))
  const sentences: string[] = []
  for (const table of await source.tables()) {
    const collection = byName.get(table.toLowerCase())
    if (!collection && !isOwn(table)) sentences.push(`The table or view "${table}" belongs to no collection and was not moved.`)
    if (!collection || !hasTable(collection)) continue
    const copied = new Set(await columnsOf(collection.name))
    for (const column of await source.columns(collection.name))
      if (!copied.has(column)) sentences.push(`The column "${column}" of "${table}" belongs to no field and was not moved.`)
  }
  return sentences
}
