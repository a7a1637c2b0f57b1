import type { FilterNode } from '@coffer/schema'

/** A rule or filter that records must meet. */
export interface Condition {
  filter: FilterNode
  /** Whether it may see the emails of accounts that hide theirs. */
  allowHidden: boolean
}
