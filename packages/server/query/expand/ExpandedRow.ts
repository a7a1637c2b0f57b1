import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'

/** A row and the rows that were found over its relations, by the segment of the expand list that names them. */
export interface ExpandedRow {
  collection: Collection
  row: Row
  /** Whether the email of an account is shown although it is not public. */
  showsEmail: boolean
  /** How often the row stands in the answer if all that refer to it are expanded. */
  times: number
  expand: Map<string, ExpandedRow | ExpandedRow[]>
}
