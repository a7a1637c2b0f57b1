import { type Collection, findLostNames, type ImportedCollection, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../../queries/access.ts'
import { opensCollection, uncomparedRules } from '../../collectionEditor/edited/changedRules.ts'
import { LostNames } from '../../collectionEditor/LostNames.tsx'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import { typedNameOf } from '../../collectionEditor/useConfirmChanges.tsx'
import { collectionsAfter } from './collectionsAfter.ts'
import { importedRules } from './RuleEffects.tsx'

interface Opened {
  id: string
  name: string
  changes: RuleChange[]
}

/**
 * Returns a function that asks to type names if an import opens stored collections to everyone, or removes fields without which rules
 * can allow more. Resolves to whether to import.
 */
export function useConfirmOpened(): (
  stored: readonly Collection[],
  imported: readonly ImportedCollection[],
  deletesMissing: boolean,
) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()

  /** Compares the rules of a stored collection. If the comparison fails, only empty rules are confirmed. */
  const compare = async (before: Collection | undefined, after: ImportedCollection): Promise<Opened[]> => {
    const rules = importedRules(before, after)
    if (!before || Object.keys(rules).length === 0) return []
    const changes = await queryClient
      .fetchQuery(confirmedComparisonQuery(before.id, rules))
      .catch(() => uncomparedRules(before, rules))
    return opensCollection(before.type, changes) ? [{ id: before.id, name: after.name, changes }] : []
  }

  return async (stored, imported, deletesMissing) => {
    const compared = await Promise.all(
      imported.map(after =>
        compare(
          stored.find(({ id }) => id === after.id),
          after,
        ),
      ),
    )
    const opened = compared.flat()
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
