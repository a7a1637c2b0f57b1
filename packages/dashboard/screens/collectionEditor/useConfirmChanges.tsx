import { type Collection, findLostNames, type RuleChange } from '@coffer/schema'
import { useConfirm } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { confirmedComparisonQuery } from '../../queries/access.ts'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { ChangeList } from './ChangeList.tsx'
import { changesView, compareQuery, showsMore } from './edited/changedQuery.ts'
import { changedRules, openRulesOfNew, opensCollection, uncomparedRules } from './edited/changedRules.ts'
import type { EditedCollection } from './edited/EditedCollection.ts'
import { riskyChanges } from './edited/riskyChanges.ts'
import { toForm } from './edited/toForm.ts'
import { LostNames } from './LostNames.tsx'
import { OpenedAccess } from './OpenedAccess.tsx'
import { QueryEffects } from './QueryEffects.tsx'

/** Returns a collection as it is saved. A view keeps its fields. */
function collectionAfter(edited: EditedCollection, stored: Collection): Collection {
  const form = toForm(edited)
  return { ...stored, ...form, ...(stored.type === 'view' && { schema: stored.schema }) } as Collection
}

/** Returns all collections with a version of one of them. */
function withVersion(collections: readonly Collection[], own: Collection | undefined): Collection[] {
  return collections.map(collection => (collection.id === own?.id ? own : collection))
}

/**
 * Returns a function that asks for confirmation if a save breaks references, deletes values, opens the collection to everyone, or changes
 * what a view shows that others than admins can read. If rules can allow more after it, the names of their collections have to be typed.
 * Resolves to whether to save.
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
    const after = stored && collectionAfter(edited, stored)
    const query =
      stored?.type === 'view' && after?.type === 'view' ? await compareQuery(queryClient, stored, after, collections) : undefined
    // The names in the rules of all collections that the save makes null.
    const versions = { before: withVersion(collections, stored), after: withVersion(collections, query?.after ?? after) }
    const lostNames = findLostNames(versions.before, versions.after)
    const isQueryListed = query !== undefined && changesView(query)
    if (changes === undefined && !isOpened && !isQueryListed && lostNames.length === 0) return true
    const affectedQuery = changes && stored && affectedRecordsQuery(stored.id, changes.removed, changes.narrowed)
    // A failed count does not prevent saving. The dialog then says that the number is unknown.
    const affected = affectedQuery && (await queryClient.fetchQuery(affectedQuery).catch(() => undefined))
    const broader = lostNames.filter(({ canHold }) => canHold).map(({ collection }) => collection)
    const losesValues = changes !== undefined && changes.removed.length + changes.narrowed.length > 0
    return confirm({
      text: 'Confirm collection changes',
      details: (
        <>
          {changes && <ChangeList collectionId={stored?.id ?? ''} changes={changes} affected={affected} />}
          {isQueryListed && <QueryEffects name={edited.name} changed={query} />}
          {lostNames.length > 0 && <LostNames names={lostNames} {...versions} />}
          {opened.length > 0 && (
            <OpenedAccess changes={opened} isOpened={isOpened} collectionId={stored?.id ?? ''} collection={edited.name} />
          )}
        </>
      ),
      yes: 'Confirm',
      no: 'Cancel',
      danger: isOpened || losesValues || broader.length > 0 || (query !== undefined && showsMore(query)),
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
