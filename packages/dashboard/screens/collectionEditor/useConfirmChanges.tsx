import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { ChangeList } from './ChangeList.tsx'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'

/** Asks before a save that others may depend on or that takes values away; resolves to whether to go on. */
export function useConfirmChanges(): (edited: EditedCollection) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()
  return async edited => {
    const changes = riskyChanges(edited)
    if (changes === undefined || edited.stored === undefined) return true
    const query = affectedRecordsQuery(edited.stored.id, changes.removed, changes.narrowed)
    // Nobody is kept from saving by a count that takes too long: the question then says that it is not known.
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
