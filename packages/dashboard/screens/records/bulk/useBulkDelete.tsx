import type { Collection } from '@coffer/schema'
import { useConfirm, useToasts } from '@coffer/ui'
import { messageOf, statusOf } from '../../../queries/connection/failure.ts'
import { deleteRecord } from '../../../queries/records/records.ts'
import type { Selection } from '../page/useSelection.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { inTurn } from './inTurn.ts'

/** One that somebody else has deleted is gone as well. */
const deleteAnyway = async (collectionId: string, id: string) => {
  try {
    await deleteRecord(collectionId, id)
  } catch (error) {
    if (statusOf(error) !== 404) throw error
  }
}

/** Asks whether the selected records are to be deleted, and deletes them in turn; what cannot be deleted stays selected. */
export function useBulkDelete(collection: Collection, selection: Selection, onDeleted: () => Promise<void>): () => void {
  const confirm = useConfirm()
  const toasts = useToasts()
  const { ids } = selection
  const isOne = ids.length === 1
  const records = isOne ? 'record' : 'records'

  return () => {
    const stop = new AbortController()
    let report = (_count: number) => {}
    const watch = (listener: typeof report) => {
      report = listener
    }
    const deleteSelected = async () => {
      report(0)
      const options = { signal: stop.signal, report: (count: number) => report(count) }
      const { done, failed } = await inTurn(ids, id => deleteAnyway(collection.id, id), options)
      const gone = new Set(done)
      selection.change(new Set(ids.filter(id => !gone.has(id))))
      await onDeleted()
      const [first] = failed
      const outcome = `Deleted ${done.length} of ${ids.length} records; the others stay selected.`
      if (first) toasts.error(`${outcome} ${messageOf(first.error)}`)
      else if (done.length < ids.length) toasts.info(outcome)
      else toasts.success(`Successfully deleted the selected ${records}.`)
    }
    void confirm({
      text: `Do you really want to delete the selected ${records}?`,
      details: !isOne && <BulkProgress total={ids.length} watch={watch} onStop={() => stop.abort()} />,
      yes: isOne ? 'Delete record' : `Delete ${ids.length} records`,
      danger: true,
      action: deleteSelected,
    })
  }
}
