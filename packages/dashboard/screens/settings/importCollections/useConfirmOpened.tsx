import { type Collection, findLostNames, type ImportedCollection, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../../queries/access.ts'
import { type ChangedQuery, changesView, compareQuery, showsMore } from '../../collectionEditor/edited/changedQuery.ts'
import { openRulesOfNew, opensCollection, uncomparedRules } from '../../collectionEditor/edited/changedRules.ts'
import { LostNames } from '../../collectionEditor/LostNames.tsx'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import { QueryEffects } from '../../collectionEditor/QueryEffects.tsx'
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
 * can allow more, and asks for confirmation if it changes what views show that others than admins can read. Resolves to whether to
 * import.
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

  /** Compares the queries of the views that an import changes with the stored ones. */
  const compareQueries = async (stored: readonly Collection[], after: readonly Collection[]): Promise<ChangedQuery[]> => {
    const compared = await Promise.all(
      stored.map(before => {
        const view = after.find(({ id }) => id === before.id)
        return before.type === 'view' && view?.type === 'view' ? compareQuery(queryClient, before, view, after) : undefined
      }),
    )
    return compared.flatMap(found => found ?? [])
  }

  return async (stored, imported, deletesMissing) => {
    const compared = await Promise.all(
      imported.map(async (after): Promise<Opened> => {
        const before = stored.find(({ id }) => id === after.id)
        return { id: after.id, name: after.name, type: before?.type ?? after.type, changes: await compare(before, after) }
      }),
    )
    const opened = compared.filter(({ type, changes }) => opensCollection(type, changes))
    const remaining = collectionsAfter(stored, imported, deletesMissing)
    const queries = await compareQueries(stored, remaining)
    const changed = queries.filter(changesView)
    const after = remaining.map(known => queries.find(({ collectionId }) => collectionId === known.id)?.after ?? known)
    const lostNames = findLostNames(stored, after)
    const broader = lostNames.filter(({ canHold }) => canHold).map(({ collection }) => collection)
    if (opened.length + broader.length + changed.length === 0) return true
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {opened.map(({ id, name, changes }) => (
            <OpenedAccess key={id} changes={changes} isOpened collectionId={id} collection={name} />
          ))}
          {changed.map(query => (
            <QueryEffects key={query.collectionId} name={query.after.name} changed={query} />
          ))}
          {lostNames.length > 0 && <LostNames names={lostNames} before={stored} after={after} />}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: opened.length + broader.length > 0 || changed.some(showsMore),
      ...typedNameOf([...opened.map(({ name }) => name), ...broader]),
    })
  }
}
