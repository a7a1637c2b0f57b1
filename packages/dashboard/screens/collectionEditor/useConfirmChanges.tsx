import { type Collection, findLostNames, type LostName, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../queries/access.ts'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { ChangeList } from './ChangeList.tsx'
import { changedRules, openRulesOfNew, opensCollection, uncomparedRules } from './edited/changedRules.ts'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'
import { toForm } from './edited/toForm.ts'
import { LostNames } from './LostNames.tsx'
import { OpenedAccess } from './OpenedAccess.tsx'

/** Finds the names in the rules of all collections that a save of one of them makes null. */
function lostNamesOf(edited: EditedCollection, stored: Collection, collections: readonly Collection[]): LostName[] {
  const withOwn = (own: Collection) => collections.map(collection => (collection.id === own.id ? own : collection))
  return findLostNames(withOwn(stored), withOwn({ ...stored, ...toForm(edited) } as Collection))
}

/**
 * Returns a function that asks for confirmation if a save breaks references, deletes values or opens the collection to everyone. If
 * rules can allow more after it, the names of their collections have to be typed. Resolves to whether to save.
 * @param collections all stored collections
 */
export function useConfirmChanges(collections: readonly Collection[]): (edited: EditedCollection) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()

  /** Compares the changed rules. If the comparison fails, only empty rules are confirmed. */
  const compare = async (edited: EditedCollection): Promise<RuleChange[]> => {
    const { stored, type } = edited
    const rules = changedRules(stored, edited.rules)
    if (stored === undefined) return openRulesOfNew(type, rules)
    if (Object.keys(rules).length === 0) return []
    return queryClient.fetchQuery(confirmedComparisonQuery(stored.id, rules)).catch(() => uncomparedRules(stored, rules))
  }

  return async edited => {
    const { stored } = edited
    const changes = riskyChanges(edited)
    const opened = await compare(edited)
    const isOpened = opensCollection(edited.type, opened)
    if (changes === undefined && !isOpened) return true
    const query = changes && stored && affectedRecordsQuery(stored.id, changes.removed, changes.narrowed)
    // A failed count does not prevent saving. The dialog then says that the number is unknown.
    const affected = query && (await queryClient.fetchQuery(query).catch(() => undefined))
    const lostNames = changes && stored ? lostNamesOf(edited, stored, collections) : []
    const broader = lostNames.filter(({ canHold }) => canHold).map(({ collection }) => collection)
    const losesValues = changes !== undefined && changes.removed.length + changes.narrowed.length > 0
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {changes && <ChangeList changes={changes} affected={affected} />}
          {lostNames.length > 0 && <LostNames names={lostNames} />}
          {opened.length > 0 && (
            <OpenedAccess changes={opened} isOpened={isOpened} collectionId={stored?.id ?? ''} collection={edited.name} />
          )}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: isOpened || losesValues || broader.length > 0,
      ...typedNameOf(isOpened ? [edited.name, ...broader] : broader),
    })
  }
}

/** Returns what an admin types to confirm that collections are opened: the name of the only one, or how many there are. */
export function typedNameOf(collections: readonly string[]): { typedName?: string } {
  const [first, ...more] = new Set(collections)
  if (first === undefined) return {}
  return { typedName: more.length === 0 ? first : `${more.length + 1} collections` }
}
