import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'

/** Returns a collection and all collections that its relations reach, directly or transitively. */
export function collectionsInReach(collection: Collection, collections: readonly Collection[]): Collection[] {
  const reached = new Set([collection])
  // A Set iterator also visits the collections added during the loop.
  for (const { schema } of reached) {
    const targets = schema.map(field => abilitiesOf(field).refersTo?.(field.options))
    for (const other of collections) if (targets.includes(other.id)) reached.add(other)
  }
  return [...reached]
}
