import type { Collection, Span } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Sql } from '../../db/sql.ts'
import type { Joins } from './Joins.ts'
import type { RequestValues } from './RequestValues.ts'

/** What the names in one condition are resolved with. */
export interface Scope {
  /** The collection that is queried. */
  collection: Collection
  catalog: Catalog
  request: RequestValues
  now: Date
  joins: Joins
  /** The start of all paths in the condition. Only conditions with the same start share their rows. */
  root: string
  /** What is joined under an alias to read records of a collection: its table, or a subquery of the records that may be read. */
  tableOf: (collection: Collection, alias: string) => Sql
  /** Whether the emails of accounts that hide theirs may be asked about. */
  allowHidden: boolean
  /** Where the name stands that is being resolved. */
  span: Span
}
