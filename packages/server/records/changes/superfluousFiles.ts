import type { Removal } from '../../files/storage/Removal.ts'
import { removalOf } from '../files/recordFiles.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** An insert or update of one record, with the record before and after. */
export type Change =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] }

/** Returns the removals of the files that changed records no longer refer to. */
export function superfluousFiles(changes: readonly Change[]): Removal[] {
  return changes.flatMap(change => {
    if (change.action !== 'update') return []
    const { collection, values } = change.after
    return change.removedFiles.flatMap(file => removalOf(`${collection.id}/${values.id}`, file))
  })
}
