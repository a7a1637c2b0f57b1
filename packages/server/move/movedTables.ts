import type { Collection } from '@coffer/schema'
import { collectionColumns, readCollection } from '../catalog/storedCollection.ts'
import { sql } from '../db/sql.ts'
import type { MoveSource } from './MoveSource.ts'

/** The table that is in `logs.db`. */
export const logTable = '_logs'

/** The tables that SQLite files have once they are used: of the changes that can be undone, and of the queue of mails. */
const optionalTables = { undo: '_cofferDeletions', mails: '_cofferMails' } as const

type OptionalTable = keyof typeof optionalTables

const systemTables = ['_migrations', '_collections', '_admins', '_params', '_externalAuths', logTable]

/** Lists the optional tables that have rows. */
export const listUsed = async (source: MoveSource): Promise<OptionalTable[]> => {
  const used: OptionalTable[] = []
  for (const [kind, table] of Object.entries(optionalTables) as [OptionalTable, string][])
    if ((await source.hasTable(table)) && (await source.count(table)) > 0) used.push(kind)
  return used
}

/** Reads all collections. */
export const loadCollections = async ({ data }: MoveSource): Promise<Collection[]> =>
  (await data.rows(sql`SELECT ${collectionColumns} FROM _collections ORDER BY name`)).map(readCollection)

export const hasTable = (collection: Collection): boolean => collection.type !== 'view'

/** Returns the tables whose rows are copied, in an order in which no row refers to a missing one. */
export const listTables = async (source: MoveSource, collections: readonly Collection[]): Promise<string[]> => {
  const tables: string[] = []
  for (const table of systemTables) if (await source.hasTable(table)) tables.push(table)
  for (const kind of await listUsed(source)) tables.push(optionalTables[kind])
  return [...tables, ...collections.filter(hasTable).map(collection => collection.name)]
}

/** Whether the server has created a table for itself. */
const isOwn = (table: string): boolean => systemTables.includes(table) || table.startsWith('_coffer')

/** Returns a sentence about each table, view and column that is not copied because it belongs to no collection. */
export const findForeign = async (
  source: MoveSource,
  collections: readonly Collection[],
  columnsOf: (table: string) => Promise<readonly string[]>,
): Promise<string[]> => {
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
