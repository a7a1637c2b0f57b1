import type { Collection } from '@coffer/schema'
import { useConfirm, useToasts } from '@coffer/ui'
import { statusOf } from '../../../queries/connection/failure.ts'
import { deleteRecord } from '../../../queries/records/record.ts'
import { rememberUndoable } from '../../../queries/records/undoableChanges.ts'
import { CascadeNotice } from '../cascade/CascadeNotice.tsx'
import type { Selection } from '../page/useSelection.ts'
import { undoKeys } from '../undo/undoKeys.ts'
import { undoToast } from '../undo/useUndo.ts'
import { createBulkRun } from './createBulkRun.tsx'
import type { BatchOutcome } from './runBatch.ts'

interface BulkDeleteOptions {
  collection: Collection
  selection: Selection
  onDeleted: () => Promise<void>
  onFailed: (failed: BatchOutcome<string>['failed']) => Promise<void>
}

/** Deletes a record and returns whether it existed. A record that someone else has deleted is not an error. */
async function deleteIfExists(collectionId: string, id: string, undoKey: string): Promise<boolean> {
  try {
    await deleteRecord(collectionId, id, undoKey)
    return true
  } catch (error) {
    if (statusOf(error) !== 404) throw error
    return false
  }
}

/** Deletes the selected records after a confirmation. Records that cannot be deleted stay selected. */
export function useBulkDelete({ collection, selection, onDeleted, onFailed }: BulkDeleteOptions): () => void {
  const confirm = useConfirm()
  const toasts = useToasts()
  const { ids } = selection
  const isOne = ids.length === 1
  const records = isOne ? 'record' : 'records'

  return () => {
    const { keys, keyOf } = undoKeys(ids)
    let count = 0
    const deleteOne = async (id: string) => {
      if (await deleteIfExists(collection.id, id, keyOf(id))) count += 1
    }
    const { progress, start } = createBulkRun(ids, deleteOne)
    const deleteSelected = async () => {
      const { done, failed } = await start()
      const gone = new Set(done)
      selection.change(new Set(ids.filter(id => !gone.has(id))))
      await onDeleted()
      await onFailed(failed)
      const outcome = `Deleted ${done.length} of ${ids.length} records; the others stay selected.`
      rememberUndoable({
        kind: 'deleted',
        collectionId: collection.id,
        collectionName: collection.name,
        keys,
        count,
        moment: Date.now(),
      })
      if (failed.length > 0) toasts.error(outcome, undoToast)
      else if (done.length < ids.length) toasts.info(outcome, undoToast)
      else toasts.success(`Successfully deleted the selected ${records}.`, undoToast)
    }
    void confirm({
      text: `Do you really want to delete the selected ${records}?`,
      details: (
        <>
          <CascadeNotice collection={collection} ids={ids} />
          {progress}
        </>
      ),
      yes: isOne ? 'Delete record' : `Delete ${ids.length} records`,
      danger: true,
      action: deleteSelected,
    })
  }
}
