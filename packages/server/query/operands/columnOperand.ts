import type { ColumnType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { name, type Sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'

/**
 * Returns a column of a collection as an operand.
 * @param read SQL that reads the column
 */
export const columnOperand = (collection: Collection, column: string, read: Sql, type: ColumnType): Sql => {
  const isView = collection.type === 'view'
  return dialect.column(read, type, isView, isView ? collection.affinities?.get(column) : undefined)
}

/** Returns the id of a record as an operand. */
export const idOperand = (collection: Collection, alias: string): Sql =>
  columnOperand(collection, 'id', name(alias, 'id'), 'text')
