import type { Field } from '@coffer/fields'
import type { Collection } from '../Collection.ts'
import type { ImportChange } from './compareImport.ts'

/** A collection, or some of its fields, that an import deletes together with the stored values. */
export interface ImportLoss {
  collection: Collection
  /** The deleted fields of a collection that remains; absent when the collection itself is deleted. */
  fields?: Field[]
}

/** Returns the stored collections and fields whose values the import would delete. */
export function findImportLosses(stored: readonly Collection[], changes: readonly ImportChange[]): ImportLoss[] {
  return changes.flatMap(({ id, kind, parts }) => {
    const collection = stored.find(each => each.id === id)
    if (collection === undefined) return []
    if (kind === 'deleted') return [{ collection }]
    const gone = new Set(parts.filter(part => part.kind === 'deleted').map(({ field }) => field?.id))
    const fields = collection.schema.filter(field => gone.has(field.id))
    return fields.length > 0 ? [{ collection, fields }] : []
  })
}
