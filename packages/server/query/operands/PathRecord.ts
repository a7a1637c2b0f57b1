import type { ColumnType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { tableOfRecord } from '../../catalog/recordTable.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { columnOperand } from './columnOperand.ts'
import type { JoinedRow, Read } from './Joins.ts'
import type { RequestValues } from './RequestValues.ts'
import type { Scope } from './Scope.ts'

/** The record that the resolved part of a path leads to. */
export interface PathRecord {
  collection: Collection
  /** The resolved part of the path. Identifies the joined row. */
  path: string
  /** The joined row; undefined for the queried record and for the auth record of the request. */
  row: JoinedRow | undefined
  column: (alias: string, column: string) => Sql
  /** Whether the values are the same for every queried record. */
  isConstant: boolean
  /** Whether hidden emails are hidden from this path on. */
  hidesEmails: boolean
}

const columnOfRow = (alias: string, column: string): Sql => name(alias, column)

export function queriedRecord({ collection, allowHidden, root }: Scope): PathRecord {
  return {
    collection,
    path: root,
    row: undefined,
    column: columnOfRow,
    isConstant: false,
    hidesEmails: !allowHidden,
  }
}

/** Starts a path at the auth record of the request. SQLite evaluates its subqueries once per query, not once per record. */
export function requestAuthRecord(
  dialect: Dialect,
  { collection, values, past }: NonNullable<RequestValues['auth']>,
): PathRecord {
  const stored = sql`${name(collection.name)} WHERE id = ${String(values.id)}`
  return {
    collection,
    path: '@auth',
    row: undefined,
    column: (_, column) =>
      past ? sql`(${tableOfRecord(dialect, collection, past, column)})` : sql`(SELECT ${name(column)} FROM ${stored})`,
    isConstant: true,
    hidesEmails: false,
  }
}

export function joinedRecord(collection: Collection, path: string, row: JoinedRow, hidesEmails: boolean): PathRecord {
  return {
    collection,
    path,
    row,
    column: columnOfRow,
    isConstant: false,
    hidesEmails,
  }
}

/** Returns a function that reads a column of a record as an operand. */
export function readColumn(dialect: Dialect, { collection, column }: PathRecord, of: string, type: ColumnType): Read {
  return alias => columnOperand(dialect, collection, of, column(alias, of), type)
}
