import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** An index in the database. */
export interface StoredIndex {
  name: string
  table: string
  /** Undefined for an index without a CREATE INDEX statement, such as the index of a primary key. */
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

/** Finds an index by name, on any table. */
export const findIndex = async (transaction: Transaction, name: string): Promise<StoredIndex | undefined> =>
  (await select(transaction, sql`name = ${name} COLLATE NOCASE`))[0]

/** Returns all indexes of a table. */
export const indexesOf = (transaction: Transaction, table: string): Promise<StoredIndex[]> =>
  select(transaction, sql`tbl_name = ${table} COLLATE NOCASE`)

/** Returns whether the server needs an index: all indexes of system tables, and three of each auth collection. */
export const isOfServer = ({ name, table }: StoredIndex): boolean =>
  table.startsWith('_') || /^_.+_(username|email|tokenKey)_idx$/i.test(name)

const essence = (index: IndexDefinition): string => printIndex({ ...index, isOptional: false, schema: '', table: '' })

/** Returns whether two indexes are equal except for their tables. */
export const isSameIndex = (one: IndexDefinition, other: IndexDefinition): boolean => essence(one) === essence(other)
