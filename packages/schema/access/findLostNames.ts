import type { Collection, Rule } from '../collections/Collection.ts'
import { type RuleAction, ruleActions } from './Exposure.ts'
import { findNullNames, type NullName } from './findNullNames.ts'

/** A name in a rule that becomes null, because a change of collections removes or renames a field. */
export interface LostName extends NullName {
  /** The id and the name of the rule's collection. */
  collectionId: string
  collection: string
  action: RuleAction
  rule: Rule
}

/** The names of the fields that a change removes or renames, by the id of their collection; null if it removes the collection. */
export type RemovedFields = Readonly<Record<string, readonly string[] | null>>

/** Returns the fields and collections that a change of collections removes. */
export function findRemovedFields(before: readonly Collection[], after: readonly Collection[]): RemovedFields {
  const entries = before.map(({ id, schema }) => {
    const later = after.find(known => known.id === id)
    const names = schema.flatMap(({ name }) => (later?.schema.some(field => field.name === name) ? [] : [name]))
    return [id, later ? names : null] as const
  })
  return Object.fromEntries(entries.filter(([, names]) => names === null || names.length > 0))
}

function ruleOf(collection: Collection, action: RuleAction): Rule {
  if (action !== 'manage') return collection[`${action}Rule`]
  return collection.type === 'auth' ? collection.options.manageRule : null
}

/** Finds the names in rules that lead to a field before a change of collections, and to none after it. */
export function findLostNames(before: readonly Collection[], after: readonly Collection[]): LostName[] {
  const earlierOf = ({ id }: Collection) => before.find(known => known.id === id)
  const requesters = [undefined, ...after.filter(({ type }) => type === 'auth')]
  return after.flatMap(collection => {
    const earlier = earlierOf(collection)
    if (!earlier) return []
    return ruleActions.flatMap(action => {
      const rule = ruleOf(collection, action)
      const lost = new Map<string, LostName>()
      for (const auth of rule?.includes('@request.') ? requesters : []) {
        const earlierAuth = auth && earlierOf(auth)
        // The users of a new collection had no value before.
        if (auth && !earlierAuth) continue
        const known = findNullNames(rule, { collection: earlier, collections: before, auth: earlierAuth })
        for (const found of findNullNames(rule, { collection, collections: after, auth })) {
          if (known.some(({ name }) => name === found.name)) continue
          lost.set(found.name, { ...found, collectionId: collection.id, collection: collection.name, action, rule })
        }
      }
      return [...lost.values()]
    })
  })
}
