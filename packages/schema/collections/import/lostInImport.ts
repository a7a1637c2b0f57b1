import type { Field } from '@coffer/fields'
import type { Collection } from '../Collection.ts'
import type { ImportChange } from './compareImport.ts'

/** What an import takes from a collection with all that is stored in it. */
export interface Loss {
  collection: Collection
  /** Those that go from a collection that stays; absent where the collection itself goes. */
  fields?: Field[]
}

/** The stored collections and fields whose values would be deleted. */
export const lostInImport = (stored: readonly Collection[], changes: readonly ImportChange[]): Loss[] =>
  changes.flatMap(({ id, kind, parts }) => {
    const collection = stored.find(each => each.id === id)
    if (collection === undefined) return []
    if (kind === 'deleted') return [{ collection }]
    const gone = new Set(parts.filter(part => part.kind === 'deleted').map(({ field }) => field?.id))
    const fields = collection.schema.filter(field => gone.has(field.id))
    return fields.length > 0 ? [{ collection, fields }] : []
  })
