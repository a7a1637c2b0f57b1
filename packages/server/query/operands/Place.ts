import type { Collection } from '@coffer/schema'
import { name, type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow } from './Joins.ts'
import type { RequestValues } from './RequestValues.ts'
import type { Scope } from './Scope.ts'

/** How far a path has been walked: a record of some collection. */
export interface Place {
  collection: Collection
  /** The path so far; the same path means the same row. */
  path: string
  /** The row of the record; undefined for the queried record, and for the account of the request. */
  row: JoinedRow | undefined
  column: (alias: string, column: string) => Sql
  /** Whether it is the same for every record. */
  isConstant: boolean
  /** Whether accounts reached from here may hide their emails. */
  hidesEmails: boolean
}

const columnOfRow = (alias: string, column: string): Sql => name(alias, column)

export const recordPlace = ({ collection, allowHidden, root }: Scope): Place => ({
  collection,
  path: root,
  row: undefined,
  column: columnOfRow,
  isConstant: false,
  hidesEmails: !allowHidden,
})

/** The account of the request, read once for the whole query and not for each record. */
export const accountPlace = ({ collection, values }: NonNullable<RequestValues['auth']>): Place => ({
  collection,
  path: '@auth',
  row: undefined,
  column: (_, column) => sql`(SELECT ${name(column)} FROM ${name(collection.name)} WHERE id = ${String(values.id)})`,
  isConstant: true,
  hidesEmails: false,
})

export const joinedPlace = (collection: Collection, path: string, row: JoinedRow, hidesEmails: boolean): Place => ({
  collection,
  path,
  row,
  column: columnOfRow,
  isConstant: false,
  hidesEmails,
})
