import { type Collection, findNullNames, type RuleAction } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { actionsOf, ruleFor } from '../evaluateCollection.ts'
import type { Persona } from '../Persona.ts'

/** By action, the names in the rule that are null because they lead to no field, if a comparison with null can hold. */
export type NullNames = Partial<Record<RuleAction, string[]>>

function nullNamesFor({ all }: Catalog, collection: Collection, { requester }: Persona): NullNames {
  const auth = requester.kind === 'guest' ? undefined : requester.collection
  const entries = actionsOf(collection).map((action): [RuleAction, string[]] => {
    const found = findNullNames(ruleFor(collection, action), { collection, collections: all, auth })
    return [action, found.filter(({ canHold }) => canHold).map(({ name }) => name)]
  })
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}

/**
 * Returns, for each persona, the names in the rules of a collection that lead to no field. They are null, so a rule that excludes
 * users by such a name, as in `@request.auth.banned != true`, excludes nobody.
 */
export function nullNamesOf(
  catalog: Catalog,
  collection: Collection,
  personas: readonly Persona[],
): { nullNames?: Record<string, NullNames> } {
  const entries = personas
    .map(persona => [persona.key, nullNamesFor(catalog, collection, persona)] as const)
    .filter(([, names]) => Object.keys(names).length > 0)
  return entries.length > 0 ? { nullNames: Object.fromEntries(entries) } : {}
}
