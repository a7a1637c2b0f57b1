import { isFieldTypeName } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '../Collection.ts'
import type { FieldDraft } from '../CollectionDraft.ts'
import type { ImportedCollection } from './readImport.ts'

/** Finds the stored collection that an imported one replaces: by id, otherwise by name. */
const counterpart = (stored: readonly Collection[], { id, name }: ImportedCollection): Collection | undefined =>
  stored.find(each => each.id === id) ?? stored.find(each => each.name === name)

const isTaken = (ids: readonly { id: string }[], id: string): boolean => ids.some(each => each.id === id)

/** Gives fields the ids of the stored fields with the same names, unless another field of the import has that id. */
const withFieldIds = (fields: readonly FieldDraft[], stored: Collection): FieldDraft[] =>
  fields.map(field => {
    const original = stored.schema.find(({ name }) => name === field.name)
    if (original === undefined || original.id === field.id || isTaken(fields, original.id)) return field
    return { ...field, id: original.id }
  })

/** Updates the collection id of a relation field. */
function withReference(field: FieldDraft, newIds: ReadonlyMap<string, string>): FieldDraft {
  if (!isFieldTypeName(field.type)) return field
  const reference = abilitiesOf({ type: field.type }).refersTo?.(field.options)
  const id = reference === undefined ? undefined : newIds.get(reference)
  if (id === undefined) return field
  const options = Object.entries(field.options).map(([key, value]) => [key, value === reference ? id : value])
  return { ...field, options: Object.fromEntries(options) }
}

/**
 * Gives the collections and fields of an import the ids of the stored ones with the same names, so that the import changes them
 * instead of deleting and recreating them. Relations between the collections are updated accordingly.
 */
export function withOriginalIds(imported: readonly ImportedCollection[], stored: readonly Collection[]): ImportedCollection[] {
  const newIds = new Map<string, string>()
  for (const collection of imported) {
    const original = counterpart(stored, collection)
    if (original && original.id !== collection.id && !isTaken(imported, original.id)) newIds.set(collection.id, original.id)
  }
  return imported.map(collection => {
    const original = counterpart(stored, collection)
    const fields = original && original.type !== 'view' ? withFieldIds(collection.schema, original) : collection.schema
    return {
      ...collection,
      id: newIds.get(collection.id) ?? collection.id,
      schema: fields.map(field => withReference(field, newIds)),
    }
  })
}

/** Whether a collection or field has the name of a stored one, but another id. */
export function hasOtherIds(imported: readonly ImportedCollection[], stored: readonly Collection[]): boolean {
  return withOriginalIds(imported, stored).some(
    (collection, at) =>
      collection.id !== imported[at]?.id ||
      collection.schema.some((field, index) => field.id !== imported[at]?.schema[index]?.id),
  )
}
