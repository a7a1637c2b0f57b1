import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../queries/connection/failure.ts'
import { type KeptDeletion, restOf, undoDeletion } from '../../../queries/records/keptDeletions.ts'
import { renewRecordCounts } from '../../../queries/records/recordCounts.ts'
import { forgetUnseenRecords } from '../../../queries/records/records.ts'
import { tellRecordsBack } from '../context/recordEvents.ts'
import { undoText } from './undoText.ts'

/** Milliseconds after which it is said that an undo is under way. */
const quietFor = 300

/** One message is shown of a deletion and its undo: the latest. */
export const undoToast = { name: 'undo' }

/** Returns a function that undoes a deletion and reports the outcome, whichever page is open by then. */
export function useUndo(): (deletion: KeptDeletion) => Promise<void> {
  const toasts = useToasts()
  const queryClient = useQueryClient()

  return async deletion => {
    if (restOf(deletion) === undefined) return
    const { count } = deletion
    const report = (done: number) => {
      const text = count === 1 ? 'Bringing back the record...' : `Bringing back ${count} records...`
      toasts.info(text, { ...undoToast, progress: { done, total: count } })
    }
    const timer = setTimeout(() => report(0), quietFor)
    try {
      const outcome = await undoDeletion(deletion, done => {
        if (done < count) report(done)
      })
      const text = undoText(deletion, outcome)
      if (outcome.restored >= count) toasts.success(text, undoToast)
      else if (outcome.restored > 0) toasts.warning(text, undoToast)
      else toasts.error(text, undoToast)
    } catch (error) {
      toasts.error(messageOf(error), undoToast)
    } finally {
      clearTimeout(timer)
      forgetUnseenRecords(queryClient)
      renewRecordCounts(queryClient)
      tellRecordsBack()
    }
  }
}
