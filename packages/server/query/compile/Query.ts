import type { Collection, SortItem } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { StoredValues } from '../../db/engine.ts'
import type { Sql } from '../../db/sql.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import type { Condition, Visibility } from './Condition.ts'

/** Records as they were at the time of a change, by their stored values. */
export interface PastRecords {
  /** The queried record, which need not be stored anymore. */
  record: StoredValues
  /** The stored values, as JSON, of records that the same change has deleted or changed, by the id of their collection. */
  others?: ReadonlyMap<string, string>
}

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
  /** Whether the queried record is new. By the rules of today, it is not yet among the records of its collection that rules read. */
  isNew?: true
  /** Whether to read rows in table order, without using an index. */
  readsInRowOrder?: boolean
  /** A SELECT to read instead of the table. It has the columns of the table. The name of the collection, its alias, begins with `#`. */
  source?: Sql
  /** If set, the conditions are checked on this record instead of the stored ones. `#record` is its alias. */
  past?: PastRecords
  /** Records that joins find in addition to the stored ones: their stored values, as JSON, by the id of their collection. */
  added?: ReadonlyMap<string, string>
  /**
   * Time limit on the clock of `performance.now()`. Checked only by joins that multiply rows, and by comparisons with `~` that can take
   * long; other queries do not take that long.
   */
  deadline?: number
  /** The value of `@now` and the other date macros; by default the current time. */
  now?: Date
}
