import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** An index as the file has it. */
export interface StoredIndex {
  name: string
  table: string
  /** Undefined for one of another making, such as that of a primary key. */
  definition: IndexDefinition | undefined
}

const select = async (transaction: Transaction, condition: Sql): Promise<StoredIndex[]> => {
  const rows = await transaction.rows(sql`SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND ${condition}`)
  return rows.map(([name, table, statement]) => ({
    name: String(name),
    table: String(table),
    definition: typeof statement === 'string' ? parseIndex(statement) : undefined,
  }))
}

/** The index of this name, whatever table it is on. */
export const findIndex = async (transaction: Transaction, name: string): Promise<StoredIndex | undefined> =>
  (await select(transaction, sql`name = ${name} COLLATE NOCASE`))[0]

/** All indexes of a table. */
export const indexesOf = (transaction: Transaction, table: string): Promise<StoredIndex[]> =>
  select(transaction, sql`tbl_name = ${table} COLLATE NOCASE`)

/** Whether the server itself relies on an index: on those of its own tables, and on the three of each auth collection. */
export const isOfServer = ({ name, table }: StoredIndex): boolean =>
  table.startsWith('_') || /^_.+_(username|email|tokenKey)_idx$/i.test(name)

const essence = (index: IndexDefinition): string => printIndex({ ...index, isOptional: false, schema: '', table: '' })

/** Whether two indexes are the same but for the table they are on. */
export const isSameIndex = (one: IndexDefinition, other: IndexDefinition): boolean => essence(one) === essence(other)
