import type { Collection, ImportedCollection, Rule, RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ruleComparisonQuery } from '../../../queries/access.ts'
import { changedRules, opensCollection } from '../../collectionEditor/edited/changedRules.ts'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'

interface Opened {
  collection: Collection
  changes: RuleChange[]
}

const manageRuleOf = ({ type, options }: ImportedCollection): Rule =>
  type === 'auth' && typeof options.manageRule === 'string' ? options.manageRule : null

/** Returns a function that asks for confirmation if an import opens stored collections to everyone. Resolves to whether to import. */
export function useConfirmOpened(): (stored: readonly Collection[], imported: readonly ImportedCollection[]) => Promise<boolean> {
  const confirm = useConfirm()
  const queryClient = useQueryClient()

  /** Compares the rules of a stored collection. A failed comparison does not prevent the import. */
  const compare = async (before: Collection | undefined, after: ImportedCollection): Promise<Opened[]> => {
    const rules = changedRules(before, { ...after, manageRule: manageRuleOf(after) })
    if (!before || Object.keys(rules).length === 0) return []
    const changes = await queryClient.fetchQuery(ruleComparisonQuery(before.id, rules)).catch(() => [])
    return opensCollection(before.type, changes) ? [{ collection: before, changes }] : []
  }

  return async (stored, imported) => {
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
    if (!first) return true
    return confirm({
      text: 'Confirm collection changes',
      details: opened.map(({ collection, changes }) => (
        <OpenedAccess key={collection.id} changes={changes} isOpened collectionId={collection.id} collection={collection.name} />
      )),
      yes: 'Confirm',
      no: 'Cancel',
      danger: true,
      typedName: more.length === 0 ? first.collection.name : `${opened.length} collections`,
    })
  }
}
