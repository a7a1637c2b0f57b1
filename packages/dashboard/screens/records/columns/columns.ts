import type { Field, FieldTypeName } from '@coffer/fields'
import { type Collection, viewColumnNames } from '@coffer/schema'

/** A column of the record table. Columns that no schema names are shown as fields of the type they would have. */
export interface RecordColumn {
  /** Stays the same when the field is renamed; remembered choices are kept by it. */
  id: string
  field: Field
  canHide: boolean
}

/** The table's columns in their order: id, account, schema, dates. */
export function columnsOf(collection: Collection): RecordColumn[] {
  const dates = (['created', 'updated'] as const).filter(name => hasColumn(collection, name))
  return [
    { ...systemColumn('id', 'text'), canHide: false },
    ...(collection.type === 'auth' ? [systemColumn('username', 'text'), systemColumn('email', 'email')] : []),
    ...collection.schema.map(field => ({ id: field.id, field, canHide: true })),
    ...dates.map(name => systemColumn(name, 'date')),
  ]
}

/** Whether records of the collection have the system column; a view has what its statement selects. */
function hasColumn(collection: Collection, name: 'created' | 'updated'): boolean {
  if (collection.schema.some(field => field.name === name)) return false
  return collection.type !== 'view' || viewColumnNames(collection.options.query).includes(name)
}

/** Names that a search term is looked for in. */
export function searchedNames(collection: Collection): string[] {
  return columnsOf(collection).map(column => column.field.name)
}

function systemColumn(name: string, type: FieldTypeName): RecordColumn {
  const field = systemField(name, type)
  return { id: field.id, field, canHide: true }
}

/** A column that no schema names, as a field of the type it would have. */
export function systemField(name: string, type: FieldTypeName): Field {
  return { id: `@${name}`, name, type, system: true, required: false, presentable: false, unique: false, options: {} }
}
