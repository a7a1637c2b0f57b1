import type { Collection, FilterNode } from '@coffer/schema'

/** What a filter or sort may read beside the fields of the records it is about. */
export interface Visibility {
  /** Whether it may see the emails of accounts that hide theirs. */
  allowHidden: boolean
  /**
   * Returns the conditions that records of a collection must meet to be joined: none when all may be, undefined when no record may be.
   * Absent where every record of every collection may be joined.
   */
  joinable?: (collection: Collection) => readonly Condition[] | undefined
}

/** A rule or filter that records must meet. */
export interface Condition extends Visibility {
  filter: FilterNode
}
