import { type ToastOptions, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../queries/connection/failure.ts'
import { type KeptDeletion, rememberDeletion, restOf, undoDeletion } from '../../../queries/records/keptDeletions.ts'
import { renewRecordCounts } from '../../../queries/records/recordCounts.ts'
import { forgetUnseenRecords } from '../../../queries/records/records.ts'
import { tellRecordsBack } from '../context/recordEvents.ts'
import { undoText } from './undoText.ts'

/** Milliseconds after which it is said that an undo is under way. */
const quietFor = 300

/** Of deletions and what became of their undo one message is shown, the last. */
const name = 'undo'

interface Undoing {
  /** What a message about a deletion offers; nothing where nothing was kept. */
  offer: (deletion: Omit<KeptDeletion, 'moment'>) => ToastOptions
  /** Undoes a deletion and tells what came of it, wherever the reader is by then. */
  undo: (deletion: KeptDeletion) => Promise<void>
}

/** The way to take deletions back. */
export function useUndo(): Undoing {
  const toasts = useToasts()
  const queryClient = useQueryClient()

  const withAction = (label: string, deletion: KeptDeletion | undefined): ToastOptions =>
    deletion ? { name, action: { label, keys: 'z', onSelect: () => void undo(deletion) } } : { name }

  const undo = async (deletion: KeptDeletion): Promise<void> => {
    if (restOf(deletion) === undefined) return
    const { count } = deletion
    const report = (done: number) => {
      const text = count === 1 ? 'Bringing back the record...' : `Bringing back ${count} records...`
      toasts.info(text, { name, progress: { done, total: count } })
    }
    const timer = setTimeout(() => report(0), quietFor)
    try {
      const outcome = await undoDeletion(deletion, done => {
        if (done < count) report(done)
      })
      const text = undoText(deletion, outcome)
      if (outcome.restored >= count) toasts.success(text, { name })
      else if (outcome.restored > 0) toasts.warning(text, withAction('Try again', restOf(deletion)))
      else toasts.error(text, withAction('Try again', restOf(deletion)))
    } catch (error) {
      toasts.error(messageOf(error), withAction('Try again', restOf(deletion)))
    } finally {
      clearTimeout(timer)
      forgetUnseenRecords(queryClient)
      renewRecordCounts(queryClient)
      tellRecordsBack()
    }
  }

  const offer: Undoing['offer'] = given => {
    if (given.count === 0) return {}
    const deletion = { ...given, moment: Date.now() }
    rememberDeletion(deletion)
    return withAction('Undo', deletion)
  }
  return { offer, undo }
}
