import type { Collection, Span } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Sql } from '../../db/sql.ts'
import type { Joins } from './Joins.ts'
import type { RequestValues } from './RequestValues.ts'

/** The context in which the names of a condition are resolved. */
export interface Scope {
  /** The queried collection. */
  collection: Collection
  catalog: Catalog
  request: RequestValues
  now: Date
  joins: Joins
  /** Prefix of all paths in the condition. Only conditions with the same prefix share rows. */
  root: string
  /** Returns the SQL to join for a collection: its table, or a subquery of the records that can be read. */
  tableOf: (collection: Collection, alias: string) => Sql
  /** Whether hidden emails of auth records can be read. */
  allowHidden: boolean
  /** Position of the name that is being resolved. */
  span: Span
}
