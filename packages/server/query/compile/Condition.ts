import type { Collection, FilterNode } from '@coffer/schema'

/** The data that a filter or sort can read in addition to the fields of the filtered collection. */
export interface Visibility {
  /** Whether it can read hidden emails of auth records. */
  allowHidden: boolean
  /** Whether hidden fields do not exist for it. Rules can read them, filters and sorts of clients cannot. */
  hidesFields?: boolean
  /** Whether a comparison with all values of a path ignores missing ones, see `Scope`. If absent, the meaning of rules decides. */
  emptyMatches?: boolean
  /** Whether it can sort by `@rowid`, the order of insertion, as in PocketBase 0.23 and later. Views have no such order. */
  sortsByInsertion?: boolean
  /**
   * Returns the conditions that records of a collection must meet to be joined: none if all can be joined, undefined if no record can.
   * Absent if every record of every collection can be joined.
   */
  joinable?: (collection: Collection) => readonly Condition[] | undefined
}

/** A rule or filter that records must meet. */
export interface Condition extends Visibility {
  filter: FilterNode
}
