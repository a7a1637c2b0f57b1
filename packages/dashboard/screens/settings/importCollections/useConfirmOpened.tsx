import { type Collection, findLostNames, type ImportedCollection, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../../queries/access.ts'
import { opensCollection, uncomparedRules } from '../../collectionEditor/edited/changedRules.ts'
import { LostNames } from '../../collectionEditor/LostNames.tsx'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import { collectionsAfter } from './collectionsAfter.ts'
import { importedRules } from './importedRules.ts'

interface Opened {
  collection: Collection
  changes: RuleChange[]
}

/**
 * Returns a function that asks for confirmation if an import opens stored collections to everyone, or removes fields without which
 * rules can allow more. Resolves to whether to import.
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
    return opensCollection(before.type, changes) ? [{ collection: before, changes }] : []
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
    const [first, ...more] = opened
    const lostNames = findLostNames(stored, collectionsAfter(stored, imported, deletesMissing))
    if (!first && !lostNames.some(({ canHold }) => canHold)) return true
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {opened.map(({ collection, changes }) => (
            <OpenedAccess
              key={collection.id}
              changes={changes}
              isOpened
              collectionId={collection.id}
              collection={collection.name}
            />
          ))}
          {lostNames.length > 0 && <LostNames names={lostNames} />}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: true,
      ...(first && { typedName: more.length === 0 ? first.collection.name : `${opened.length} collections` }),
    })
  }
}
