import type { Field } from '@coffer/fields'
import { adminsOnly, type Collection, viewColumnNames } from '@coffer/schema'
import type { EditedCollection } from './EditedCollection.ts'

/** The parts of an edited collection that its rules can use. */
type Named = Pick<EditedCollection, 'stored' | 'name' | 'type' | 'fields' | 'query' | 'auth'>

const systemColumns = ['id', 'created', 'updated']

/**
 * Converts an edited collection to a collection for the completion and validation of its rules: with unsaved fields and without
 * fields marked for removal. Rules and indexes are omitted.
 * @param columns the fields of a view's query, if they are already known
 */
export function asCollection({ stored, name, type, fields, query, auth }: Named, columns?: readonly Field[]): Collection {
  const shared = {
    id: stored?.id ?? '',
    created: '',
    updated: '',
    name,
    system: stored?.system ?? false,
    indexes: [],
    ...adminsOnly,
    schema: fields.filter(({ field, isRemoved }) => !isRemoved && field.name !== '').map(({ field }) => field),
  }
  if (type === 'auth') {
    const { coffer: _, ...options } = auth
    return { ...shared, type, options: { ...options, manageRule: null } }
  }
  if (type === 'base') return { ...shared, type, options: {} }
  return { ...shared, schema: [...(columns ?? columnsOf(stored, query))], type, options: { query }, dates: [] }
}

/** Returns the stored fields of a view; for a changed query, those found by parsing it. */
function columnsOf(stored: Collection | undefined, query: string): readonly Field[] {
  if (stored?.type === 'view' && stored.options.query === query) return stored.schema
  const known = stored?.type === 'view' ? stored.schema : []
  const names = viewColumnNames(query).filter(name => !systemColumns.includes(name))
  return names.map(name => known.find(field => field.name === name) ?? unknownColumn(name))
}

const unknownColumn = (name: string): Field => ({
  id: `@${name}`,
  name,
  type: 'json',
  options: { maxSize: 1 },
  system: false,
  required: false,
  presentable: false,
  unique: false,
})
