import type { Field, FieldTypeName } from '@coffer/fields'
import { type Collection, shownDates } from '@coffer/schema'

/** A column of the record table. System columns have a synthetic field. */
export interface RecordColumn {
  /** Stays the same when the field is renamed, so remembered settings survive a rename. */
  id: string
  field: Field
  canHide: boolean
}

/** Returns the columns of the table in their order: id, auth fields, schema, dates. */
export function columnsOf(collection: Collection): RecordColumn[] {
  const dates = shownDates(collection).filter(name => !collection.schema.some(field => field.name === name))
  return [
    { ...systemColumn('id', 'text'), canHide: false },
    ...(collection.type === 'auth' ? [systemColumn('username', 'text'), systemColumn('email', 'email')] : []),
    ...collection.schema.map(field => ({ id: field.id, field, canHide: true })),
    ...dates.map(name => systemColumn(name, 'date')),
  ]
}

/** Returns the names of the fields that a search term is matched against. */
export function searchedNames(collection: Collection): string[] {
  return columnsOf(collection).map(column => column.field.name)
}

function systemColumn(name: string, type: FieldTypeName): RecordColumn {
  const field = systemField(name, type)
  return { id: field.id, field, canHide: true }
}

/** Returns a synthetic field for a system column, which is not part of the schema. */
export function systemField(name: string, type: FieldTypeName): Field {
  return { id: `@${name}`, name, type, system: true, required: false, presentable: false, unique: false, options: {} }
}
