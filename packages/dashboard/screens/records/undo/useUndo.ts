import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../queries/connection/failure.ts'
import { refreshRecordCounts } from '../../../queries/records/recordCounts.ts'
import { removeInactiveRecords } from '../../../queries/records/records.ts'
import { remainingUndo, type UndoableChange, undoChange } from '../../../queries/records/undoableChanges.ts'
import { publishRecordsChanged } from '../context/recordEvents.ts'
import { undoText } from './undoText.ts'

/** Delay before the progress toast of an undo shows. */
const progressDelayMs = 300

/** The toasts of a change and its undo share a name, so that the latest replaces the others. */
export const undoToast = { name: 'undo' }

/** Returns a function that undoes a change and reports the outcome, whichever page is open by then. */
export function useUndo(): (change: UndoableChange) => Promise<void> {
  const toasts = useToasts()
  const queryClient = useQueryClient()

  return async change => {
    if (remainingUndo(change) === undefined) return
    const { kind, count } = change
    const report = (done: number) => {
      const records = count === 1 ? 'the record' : `${count} records`
      const text = kind === 'deleted' ? `Restoring ${records}...` : `Undoing the change of ${records}...`
      toasts.info(text, { ...undoToast, progress: { done, total: count } })
    }
    const timer = setTimeout(() => report(0), progressDelayMs)
    try {
      const outcome = await undoChange(change, done => {
        if (done < count) report(done)
      })
      const text = undoText(change, outcome)
      if (outcome.restored >= count) toasts.success(text, undoToast)
      else if (outcome.restored > 0) toasts.warning(text, undoToast)
      else toasts.error(text, undoToast)
    } catch (error) {
      toasts.error(messageOf(error), undoToast)
    } finally {
      clearTimeout(timer)
      removeInactiveRecords(queryClient)
      refreshRecordCounts(queryClient)
      publishRecordsChanged()
    }
  }
}
