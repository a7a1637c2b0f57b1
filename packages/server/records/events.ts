import { defineEvent } from '../events/defineEvent.ts'
import type { Removal } from '../files/storage/Removal.ts'
import type { RecordChange, RemovedRecords } from './changes/RecordChange.ts'

/** The changes of records that a transaction has made, as far as there are subscribers. */
export interface RecordsChanged {
  changes: readonly RecordChange[]
  /** Set if some changes are deletions. */
  removed?: RemovedRecords
  /** Names and ids of collections with more changes, which the event leaves out because it would become too large. */
  omitted: readonly string[]
}

export const recordsChanged = defineEvent<RecordsChanged>('recordsChanged')

/** Files are no longer used. Their removals are also stored, so that a crash loses none. */
export const filesReleased = defineEvent<readonly Removal[]>('filesReleased')
