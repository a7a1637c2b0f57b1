import type { Collection, IndexDefinition } from '@coffer/schema'
import { parseIndex, printIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { expandBrackets } from '../../db/expandBrackets.ts'
import { foreign, name, sql } from '../../db/sql.ts'
import { IndexErrors } from './IndexErrors.ts'
import type { Report } from './Report.ts'

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The table that has an index of this name, and how the name is written there. */
const findIndex = async (transaction: Transaction, index: string) => {
  const row = await transaction.row(
    sql`SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ${index} COLLATE NOCASE`,
  )
  return row && { name: String(row[0]), table: String(row[1]) }
}

/** Whether the server itself relies on an index: on those of its own tables, and on the three of each auth collection. */
const isOfServer = (index: { name: string; table: string }): boolean =>
  index.table.startsWith('_') || /^_.+_(username|email|tokenKey)_idx$/i.test(index.name)

/** Drops the indexes that a collection's list names and its table has. */
export const dropIndexes = async (transaction: Transaction, collection: Collection): Promise<void> => {
  for (const statement of collection.indexes) {
    const index = await findIndex(transaction, parseIndex(statement)?.name ?? '')
    if (!index || isOfServer(index) || index.table.toLowerCase() !== collection.name.toLowerCase()) continue
    await transaction.run(sql`DROP INDEX ${name(index.name)}`)
  }
}

const buildIndex = async (transaction: Transaction, index: IndexDefinition): Promise<void> => {
  const present = await findIndex(transaction, index.name)
  if (present && isOfServer(present)) throw new Error('the server has an index of this name')
  if (present) await transaction.run(sql`DROP INDEX ${name(present.name)}`)
  const expanded: IndexDefinition = {
    ...index,
    columns: index.columns.map(column => ({ ...column, name: expandBrackets(column.name) })),
    where: expandBrackets(index.where),
  }
  const definition = { kind: 'index', name: index.name, table: index.table } as const
  await transaction.define(foreign`${printIndex(expanded)}`, definition)
}

/**
 * Builds the indexes of a collection's list upon its table, whatever table they name. One of the same name elsewhere goes.
 * @throws IndexErrors with a message for each that cannot be built
 */
export const buildIndexes = async (transaction: Transaction, collection: Collection, report: Report): Promise<void> => {
  const messages = new Map<number, string>()
  for (const [place, statement] of collection.indexes.entries()) {
    const index = parseIndex(statement)
    try {
      if (!index) throw new Error('it is no CREATE INDEX expression')
      await report(`building the index ${index.name}`)
      await buildIndex(transaction, { ...index, table: collection.name })
    } catch (error) {
      messages.set(place, `Failed to create index ${index?.name ?? statement} - ${reasonOf(error)}`)
    }
  }
  if (messages.size > 0) throw new IndexErrors(messages)
}
