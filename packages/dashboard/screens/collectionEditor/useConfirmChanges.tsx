import type { RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ruleComparisonQuery } from '../../queries/access.ts'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { ChangeList } from './ChangeList.tsx'
import { changedRules, opensCollection } from './edited/changedRules.ts'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'
import { OpenedAccess } from './OpenedAccess.tsx'

/**
 * Returns a function that asks for confirmation if a save breaks references, deletes values or opens the collection to everyone.
 * Resolves to whether to save.
 */
export function useConfirmChanges(): (edited: EditedCollection) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()

  /** Compares the changed rules. A failed comparison does not prevent saving. */
  const compare = async (edited: EditedCollection): Promise<RuleChange[]> => {
    const rules = changedRules(edited.stored, edited.rules)
    if (edited.stored === undefined || Object.keys(rules).length === 0) return []
    return queryClient.fetchQuery(ruleComparisonQuery(edited.stored.id, rules)).catch(() => [])
  }

  return async edited => {
    if (edited.stored === undefined) return true
    const changes = riskyChanges(edited)
    const opened = await compare(edited)
    const isOpened = opensCollection(edited.type, opened)
    if (changes === undefined && !isOpened) return true
    const query = changes && affectedRecordsQuery(edited.stored.id, changes.removed, changes.narrowed)
    // A failed count does not prevent saving. The dialog then says that the number is unknown.
    const affected = query && (await queryClient.fetchQuery(query).catch(() => undefined))
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {changes && <ChangeList changes={changes} affected={affected} />}
          {opened.length > 0 && (
            <OpenedAccess changes={opened} isOpened={isOpened} collectionId={edited.stored.id} collection={edited.stored.name} />
          )}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: isOpened || (changes !== undefined && changes.removed.length + changes.narrowed.length > 0),
      ...(isOpened && { typedName: edited.stored.name }),
    })
  }
}
