import { type Collection, findLostNames, type ImportedCollection, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../../queries/access.ts'
import { openRulesOfNew, opensCollection, uncomparedRules } from '../../collectionEditor/edited/changedRules.ts'
import { LostNames } from '../../collectionEditor/LostNames.tsx'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import { typedNameOf } from '../../collectionEditor/useConfirmChanges.tsx'
import { collectionsAfter } from './collectionsAfter.ts'
import { importedRules } from './RuleEffects.tsx'

interface Opened {
  id: string
  name: string
  type: string
  changes: RuleChange[]
}

/**
 * Returns a function that asks to type names if an import opens collections to everyone, or removes fields without which rules
 * can allow more. Resolves to whether to import.
 */
export function useConfirmOpened(): (
  stored: readonly Collection[],
  imported: readonly ImportedCollection[],
  deletesMissing: boolean,
) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()

  /** Compares the rules of a collection with the stored ones. If the comparison fails, only empty rules are confirmed. */
  const compare = async (before: Collection | undefined, after: ImportedCollection): Promise<RuleChange[]> => {
    const rules = importedRules(before, after)
    if (!before) return openRulesOfNew(after.type, rules)
    if (Object.keys(rules).length === 0) return []
    return queryClient.fetchQuery(confirmedComparisonQuery(before.id, rules)).catch(() => uncomparedRules(before, rules))
  }

  return async (stored, imported, deletesMissing) => {
    const compared = await Promise.all(
      imported.map(async (after): Promise<Opened> => {
        const before = stored.find(({ id }) => id === after.id)
        return { id: after.id, name: after.name, type: before?.type ?? after.type, changes: await compare(before, after) }
      }),
    )
    const opened = compared.filter(({ type, changes }) => opensCollection(type, changes))
    const lostNames = findLostNames(stored, collectionsAfter(stored, imported, deletesMissing))
    const broader = lostNames.filter(({ canHold }) => canHold).map(({ collection }) => collection)
    if (opened.length + broader.length === 0) return true
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {opened.map(({ id, name, changes }) => (
            <OpenedAccess key={id} changes={changes} isOpened collectionId={id} collection={name} />
          ))}
          {lostNames.length > 0 && <LostNames names={lostNames} />}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: true,
      ...typedNameOf([...opened.map(({ name }) => name), ...broader]),
    })
  }
}
