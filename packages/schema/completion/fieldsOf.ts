import type { Field, FieldTypeName } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'
import { shownDates } from '../collections/recordDates.ts'

/** Creates a system field, which no schema contains. */
export function systemField(name: string, type: FieldTypeName, options: Field['options'] = {}): Field {
  return {
    id: `@${name}`,
    name,
    type,
    options,
    system: true,
    required: false,
    presentable: false,
    unique: false,
  }
}

const account = [
  systemField('username', 'text'),
  systemField('email', 'email'),
  systemField('emailVisibility', 'bool'),
  systemField('verified', 'bool'),
]
const id = systemField('id', 'text')
const dates = [systemField('created', 'date'), systemField('updated', 'date')]

/** The system fields of auth records. */
export const authFields: readonly Field[] = [id, ...account, ...dates]

/** Returns all fields that a filter can use: id, auth fields, schema fields and dates. */
export function fieldsOf(collection: Collection): readonly Field[] {
  const columns: readonly string[] = shownDates(collection)
  const names = new Set(collection.schema.map(({ name }) => name))
  return [
    id,
    ...(collection.type === 'auth' ? account : []),
    ...collection.schema,
    ...dates.filter(({ name }) => columns.includes(name) && !names.has(name)),
  ]
}
