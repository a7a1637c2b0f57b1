import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '../collections/Collection.ts'

/** A relation, seen from the collection it refers to. */
interface Referrer {
  collection: Collection
  field: Field
}

/** Looks up collections and the relations that refer to them. */
export interface CollectionIndex {
  all: readonly Collection[]
  /** Finds a collection by id, or by name ignoring case. */
  find: (idOrName: string) => Collection | undefined
  referrersOf: (collection: Collection) => readonly Referrer[]
}

function build(all: readonly Collection[]): CollectionIndex {
  const byId = new Map(all.map(collection => [collection.id, collection]))
  const byName = new Map(all.map(collection => [collection.name.toLowerCase(), collection]))
  const referrers = new Map<string, Referrer[]>()
  for (const collection of all) {
    for (const field of collection.schema) {
      const target = abilitiesOf(field).refersTo?.(field.options)
      if (target === undefined) continue
      const known = referrers.get(target)
      if (known) known.push({ collection, field })
      else referrers.set(target, [{ collection, field }])
    }
  }
  return {
    all,
    find: idOrName => byId.get(idOrName) ?? byName.get(idOrName.toLowerCase()),
    referrersOf: ({ id }) => referrers.get(id) ?? [],
  }
}

const built = new WeakMap<readonly Collection[], CollectionIndex>()

/** Returns the index of a list of collections. Built once per list. */
export function getCollectionIndex(all: readonly Collection[]): CollectionIndex {
  const index = built.get(all) ?? build(all)
  built.set(all, index)
  return index
}
