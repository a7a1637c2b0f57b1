import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'

/** A collection, and all that its relations lead to, directly or by way of others. */
export function collectionsInReach(collection: Collection, collections: readonly Collection[]): Collection[] {
  const reached = new Set([collection])
  // Those that are added on the way are visited too.
  for (const { schema } of reached) {
    const targets = schema.map(field => abilitiesOf(field).refersTo?.(field.options))
    for (const other of collections) if (targets.includes(other.id)) reached.add(other)
  }
  return [...reached]
}
