import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'

export interface Relation {
  /** Path in an `expand` parameter. */
  path: string
  /** Name of the related collection. */
  target: string
}

/** Returns the id of the collection that a relation field references. */
export function targetOf(field: Collection['schema'][number]): string | undefined {
  return abilitiesOf(field).refersTo?.(field.options)
}

/** Returns the relations of a collection's fields to existing collections. */
export function relationsOf({ collection, collections }: DocsSubject): Relation[] {
  return collection.schema.flatMap(field => {
    const target = collections.find(({ id }) => id === targetOf(field))
    return target ? [{ path: field.name, target: target.name }] : []
  })
}

/** Returns the back relations of a collection. */
export function backRelationsOf({ collection, collections }: DocsSubject): Relation[] {
  return collections
    .filter(({ type }) => type !== 'view')
    .flatMap(other =>
      other.schema
        .filter(field => targetOf(field) === collection.id)
        .map(field => ({ path: `${other.name}_via_${field.name}`, target: other.name })),
    )
}

/** Returns the collection at the end of a path of relations such as `author.user` or `author.user.id`. */
export function targetAt(
  [name, ...further]: readonly string[],
  collection: Collection,
  collections: readonly Collection[],
): Collection | undefined {
  if (name === undefined || name === 'id') return collection
  const field = collection.schema.find(one => one.name === name)
  const target = collections.find(({ id }) => field && id === targetOf(field))
  return target && targetAt(further, target, collections)
}
