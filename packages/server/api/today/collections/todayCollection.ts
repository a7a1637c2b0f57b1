import { type Collection, newerFieldId, type Settings, toNewerCollection } from '@coffer/schema'
import { integerColumns } from '../../../collections/views/inferFields.ts'

/** Returns a collection in the format of PocketBase 0.23 and later. The fields of a view always have the same ids. */
export function todayCollection(collection: Collection, settings: Settings): Record<string, unknown> {
  if (collection.type !== 'view') return toNewerCollection(collection, settings)
  const integers = integerColumns(collection.options.query)
  const schema = collection.schema.map(field => ({
    ...field,
    id: newerFieldId(field),
    options: integers.has(field.name) ? { ...field.options, noDecimal: true } : field.options,
  }))
  return toNewerCollection({ ...collection, schema }, settings)
}
