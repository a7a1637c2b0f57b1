import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'

/** A row with its expanded rows, by segment of the expand list. */
export interface ExpandedRow {
  collection: Collection
  row: Row
  /** Whether to show the email of an auth record that hides it. */
  showsEmail: boolean
  /** Number of places in the response where the row would be written. */
  times: number
  expand: Map<string, ExpandedRow | ExpandedRow[]>
}
