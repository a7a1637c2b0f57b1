import type { Field, FieldTypeName } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'
import { viewColumnNames } from '../collections/viewColumnNames.ts'

/** A field that no schema names. */
export const systemField = (name: string, type: FieldTypeName, options: Field['options'] = {}): Field => ({
  ...{ id: `@${name}`, name, type, options },
  ...{ system: true, required: false, presentable: false, unique: false },
})

const account = [
  systemField('username', 'text'),
  systemField('email', 'email'),
  systemField('emailVisibility', 'bool'),
  systemField('verified', 'bool'),
]
const id = systemField('id', 'text')
const dates = [systemField('created', 'date'), systemField('updated', 'date')]

/** The fields that all accounts have. */
export const accountFields: readonly Field[] = [id, ...account, ...dates]

/** All fields that a filter may name: id, account, schema, dates. */
export const fieldsOf = (collection: Collection): readonly Field[] => {
  const columns = collection.type === 'view' ? viewColumnNames(collection.options.query) : ['created', 'updated']
  const names = new Set(collection.schema.map(({ name }) => name))
  return [
    id,
    ...(collection.type === 'auth' ? account : []),
    ...collection.schema,
    ...dates.filter(({ name }) => columns.includes(name) && !names.has(name)),
  ]
}
