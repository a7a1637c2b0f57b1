import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { ChangeList } from './ChangeList.tsx'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'

/** Returns a function that asks for confirmation if a save breaks references or deletes values. Resolves to whether to save. */
export function useConfirmChanges(): (edited: EditedCollection) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()
  return async edited => {
    const changes = riskyChanges(edited)
    if (changes === undefined || edited.stored === undefined) return true
    const query = affectedRecordsQuery(edited.stored.id, changes.removed, changes.narrowed)
    // A failed count does not prevent saving. The dialog then says that the number is unknown.
    const affected = await queryClient.fetchQuery(query).catch(() => undefined)
    return confirm({
      text: 'Confirm collection changes',
      details: <ChangeList changes={changes} affected={affected} />,
      yes: 'Confirm',
      no: 'Cancel',
      danger: changes.removed.length + changes.narrowed.length > 0,
    })
  }
}
