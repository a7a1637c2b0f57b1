import type { Field } from '@coffer/fields'
import { adminsOnly, type Collection, viewColumnNames } from '@coffer/schema'
import type { EditedCollection } from './EditedCollection.ts'

/** What of an edited collection its rules can name. */
type Named = Pick<EditedCollection, 'stored' | 'name' | 'type' | 'fields' | 'query' | 'auth'>

const systemColumns = ['id', 'created', 'updated']

/**
 * The collection as it is being edited, for those who suggest or judge what its rules name: its unsaved fields count, and those that
 * are about to be removed do not. Its own rules and indexes are not looked at.
 * @param columns the fields that the query of a view yields, where they are known already
 */
export function asCollection({ stored, name, type, fields, query, auth }: Named, columns?: readonly Field[]): Collection {
  const shared = {
    ...{ id: stored?.id ?? '', created: '', updated: '', name, system: stored?.system ?? false, indexes: [] },
    ...adminsOnly,
    schema: fields.filter(({ field, isRemoved }) => !isRemoved && field.name !== '').map(({ field }) => field),
  }
  if (type === 'auth') return { ...shared, type, options: { ...auth, manageRule: null } }
  if (type === 'base') return { ...shared, type, options: {} }
  return { ...shared, schema: [...(columns ?? columnsOf(stored, query))], type, options: { query }, dates: [] }
}

/** The columns of a view: as they are stored, and for another query those that it seems to name. */
function columnsOf(stored: Collection | undefined, query: string): readonly Field[] {
  if (stored?.type === 'view' && stored.options.query === query) return stored.schema
  const known = stored?.type === 'view' ? stored.schema : []
  const names = viewColumnNames(query).filter(name => !systemColumns.includes(name))
  return names.map(name => known.find(field => field.name === name) ?? unknownColumn(name))
}

const unknownColumn = (name: string): Field => ({
  ...{ id: `@${name}`, name, type: 'json', options: { maxSize: 1 } },
  ...{ system: false, required: false, presentable: false, unique: false },
})
