import type { Collection } from '@coffer/schema'
import type { StoredValues } from '../../db/engine.ts'
import type { LoggedChange } from '../../events/log/ChangeEntry.ts'
import { rowOfValues } from '../rows/StoredRecord.ts'
import { notExpanded, type RecordFormat } from './VisibleRecord.ts'

/** The records of a change as JSON. A record that is too long for the log is absent. */
interface ShownChange {
  /** The record as the change left it, or as it was before a deletion. */
  record?: Record<string, unknown>
  /** The record before an update. */
  previous?: Record<string, unknown>
}

/** Shows the records of a change as an admin sees them. */
export function showChange(format: RecordFormat, collection: Collection, { action, before, record }: LoggedChange): ShownChange {
  const jsonOf = (values: StoredValues) =>
    format.value({ collection, row: rowOfValues(collection, values), showsEmail: true, showsHidden: true, expand: notExpanded })
  const shown = action === 'delete' ? before : record
  return {
    ...(shown && { record: jsonOf(shown) }),
    ...(action === 'update' && before && { previous: jsonOf(before) }),
  }
}
