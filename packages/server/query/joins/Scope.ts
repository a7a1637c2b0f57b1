import type { Collection, Span } from '@coffer/schema'
import type { Catalog } from '../../collections/Catalog.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import type { Joins } from './Joins.ts'

/** What the names in one condition are resolved with. */
export interface Scope {
  /** The collection that is queried. */
  collection: Collection
  catalog: Catalog
  request: RequestValues
  now: Date
  joins: Joins
  /** Whether the emails of accounts that hide theirs may be asked about. */
  allowHidden: boolean
  /** Where the name stands that is being resolved. */
  span: Span
}
