import type { ColumnType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Dialect } from '../../db/Dialect.ts'
import { name, type Sql } from '../../db/sql.ts'

/**
 * Returns a column of a collection as an operand.
 * @param read SQL that reads the column
 */
export function columnOperand(dialect: Dialect, collection: Collection, column: string, read: Sql, type: ColumnType): Sql {
  const isView = collection.type === 'view'
  return dialect.column(read, type, isView, isView ? collection.affinities?.get(column) : undefined)
}

/** Returns the id of a record as an operand. */
export function idOperand(dialect: Dialect, collection: Collection, alias: string): Sql {
  return columnOperand(dialect, collection, 'id', name(alias, 'id'), 'text')
}
