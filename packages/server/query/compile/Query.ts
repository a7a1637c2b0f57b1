import type { Collection, SortItem } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import type { Condition, Visibility } from './Condition.ts'

/** A query for records of a collection. */
export interface Query {
  collection: Collection
  catalog: Catalog
  request: RequestValues
  /** Limits the query to these records. */
  ids?: readonly string[]
  /** Conditions that a record must all meet. */
  conditions: readonly Condition[]
  sort?: Visibility & { items: readonly SortItem[] }
  /** Whether to read rows in table order, without using an index. */
  readsInRowOrder?: boolean
  /** Time limit on the clock of `performance.now()`. Checked only by joins that multiply rows; other queries do not take that long. */
  deadline?: number
  /** The value of `@now` and the other date macros; by default the current time. */
  now?: Date
}
