import { useConfirm } from '@coffer/ui'
import { ChangeList } from './ChangeList.tsx'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'

/** Asks before a save that others may depend on or that takes values away; resolves to whether to go on. */
export function useConfirmChanges(): (edited: EditedCollection) => Promise<boolean> {
  const confirm = useConfirm()
  return async edited => {
    const changes = riskyChanges(edited)
    if (changes === undefined || edited.stored === undefined) return true
    return confirm({
      text: 'Confirm collection changes',
      details: <ChangeList collection={edited.stored} changes={changes} />,
      yes: 'Confirm',
      no: 'Cancel',
      danger: changes.removed.length + changes.narrowed.length > 0,
    })
  }
}
