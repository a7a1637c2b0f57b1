import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'

export interface Relation {
  /** As it is written in an expand list. */
  path: string
  /** Name of the collection it leads to. */
  target: string
}

/** Returns the id of the collection that a field refers to. */
export const targetOf = (field: Collection['schema'][number]): string | undefined => abilitiesOf(field).refersTo?.(field.options)

/** The relations of a collection's own fields to collections that are there. */
export const relationsOf = ({ collection, collections }: DocsSubject): Relation[] =>
  collection.schema.flatMap(field => {
    const target = collections.find(({ id }) => id === targetOf(field))
    return target ? [{ path: field.name, target: target.name }] : []
  })

/** The relations of others to the collection, by which an expand list goes back. */
export const backRelationsOf = ({ collection, collections }: DocsSubject): Relation[] =>
  collections
    .filter(({ type }) => type !== 'view')
    .flatMap(other =>
      other.schema
        .filter(field => targetOf(field) === collection.id)
        .map(field => ({ path: `${other.name}_via_${field.name}`, target: other.name })),
    )

/** Returns the collection whose ids stand at the end of a path such as `author.user` or `author.user.id`. */
export const targetAt = (
  [name, ...further]: readonly string[],
  collection: Collection,
  collections: readonly Collection[],
): Collection | undefined => {
  if (name === undefined || name === 'id') return collection
  const field = collection.schema.find(one => one.name === name)
  const target = collections.find(({ id }) => field && id === targetOf(field))
  return target && targetAt(further, target, collections)
}
