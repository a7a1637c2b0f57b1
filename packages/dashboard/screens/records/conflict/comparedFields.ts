import type { Field } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { systemField } from '../columns/columns.ts'

export interface ComparedField {
  field: Field
  label: string
}

/** Returns the named fields in the order of the form, including the system fields of auth records. */
export function comparedFields(collection: Collection, names: readonly string[]): ComparedField[] {
  const ofAccount = [
    { field: systemField('username', 'text'), label: 'Username' },
    { field: systemField('email', 'email'), label: 'Email' },
    { field: systemField('emailVisibility', 'bool'), label: 'Public email' },
    { field: systemField('verified', 'bool'), label: 'Verified' },
  ]
  const ofSchema = collection.schema.map(field => ({ field, label: field.name }))
  return [...ofAccount, ...ofSchema].filter(({ field }) => names.includes(field.name))
}
