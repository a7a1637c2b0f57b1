import type { Collection } from '@coffer/schema'
import { useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { truncateCollection } from '../../queries/collections/collections.ts'
import { withReadableError } from '../../queries/connection/failure.ts'
import { refreshRecordCounts } from '../../queries/records/recordCounts.ts'
import { removeInactiveRecords } from '../../queries/records/records.ts'
import { publishRecordsChanged } from '../records/context/recordEvents.ts'
import { TruncationNotice } from './TruncationNotice.tsx'

/** Returns a function that deletes all records of a collection after the user has typed its name to confirm. */
export function useTruncate(): (collection: Collection) => Promise<void> {
  const confirm = useConfirm()
  const toasts = useToasts()
  const queryClient = useQueryClient()

  return async ({ id, name }) => {
    const isDone = await confirm({
      text: `Do you really want to delete all records of collection "${name}"?`,
      details: <TruncationNotice collectionId={id} />,
      yes: 'Delete all records',
      danger: true,
      typedName: name,
      action: () => withReadableError(truncateCollection(id)),
    })
    if (!isDone) return
    toasts.success(`Successfully truncated collection "${name}".`)
    removeInactiveRecords(queryClient)
    refreshRecordCounts(queryClient)
    publishRecordsChanged()
  }
}
