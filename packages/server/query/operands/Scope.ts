import type { Collection, Span } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Deadline } from '../../db/Deadline.ts'
import type { Dialect } from '../../db/Dialect.ts'
import type { Sql } from '../../db/sql.ts'
import type { Joins } from './Joins.ts'
import type { RequestValues } from './RequestValues.ts'

/** The context in which the names of a condition are resolved. */
export interface Scope {
  /** The dialect of the database that runs the query. */
  dialect: Dialect
  /** The queried collection. */
  collection: Collection
  catalog: Catalog
  request: RequestValues
  now: Date
  /** The time limit of the query, if it has one. */
  deadline: Deadline | undefined
  /** The same, if the query has so many comparisons with `~` that each of them has to check it. */
  searchDeadline: Deadline | undefined
  joins: Joins
  /** Prefix of all paths in the condition. Only conditions with the same prefix share rows. */
  root: string
  /** Returns the SQL to join for a collection: its table, or a subquery of the records that can be read. */
  tableOf: (collection: Collection, alias: string) => Sql
  /** Whether hidden emails of auth records can be read. */
  allowHidden: boolean
  /**
   * Whether a comparison with all values of a path ignores missing ones, as in PocketBase 0.24 and later. A path has missing values where
   * a list or a collection is empty, and where a relation leads to no record.
   */
  emptyMatches: boolean
  /** Whether a sort can use `@rowid`. */
  sortsByInsertion?: boolean
  /** Whether hidden fields do not exist. */
  hidesFields: boolean
  /** Position of the name that is being resolved. */
  span: Span
}
