import type { RecordsContext } from './RecordsContext.ts'
import { forgetRemovals, pendingRemovals } from './removals/pendingRemovals.ts'
import { expireUndoEntries } from './undo/expireUndoEntries.ts'

export type RecordService = ReturnType<typeof createRecordService>

interface LiveRecords extends Pick<RecordsContext, 'db' | 'lock'> {
  /** Returns the context as of the last commit. */
  snapshot: () => Promise<RecordsContext>
}

/** Creates the operations on the database that removing the files of records needs. Collections do not change while one runs. */
export function createRecordService({ db, lock, snapshot }: LiveRecords) {
  return {
    /** Returns the recorded file removals that are still to be done. Rejects while a power failure can still undo their commits. */
    pendingRemovals: () => lock.runShared(async () => pendingRemovals(await snapshot())),
    /** Deletes the entries of file removals that are done. */
    forgetRemovals: (entries: readonly string[]) => forgetRemovals(db, entries),
    /**
     * Expires a batch of deletions that can no longer be undone.
     * @param removed ids of deletions from the previous batch whose files have been removed
     */
    expireUndoEntries: (removed: readonly number[]) => lock.runShared(async () => expireUndoEntries(await snapshot(), removed)),
  }
}
