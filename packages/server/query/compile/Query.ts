import type { Collection, SortItem } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import type { Condition, Visibility } from './Condition.ts'

/** What is asked of a collection. */
export interface Query {
  collection: Collection
  catalog: Catalog
  request: RequestValues
  /** Only these records. */
  ids?: readonly string[]
  /** All of them must be met. */
  conditions: readonly Condition[]
  sort?: Visibility & { items: readonly SortItem[] }
  /** A page of it is found by going through the rows as they stand, and not by an index of what is asked for. */
  readsInRowOrder?: boolean
  /** When to give up, in milliseconds on the clock of `performance`; only what multiplies rows can take that long. */
  deadline?: number
  /** The time that the macros speak of; the current one when absent. */
  now?: Date
}
