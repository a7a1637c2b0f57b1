import type { Field, FieldTypeName } from '@coffer/fields'
import type { CollectionType } from '@coffer/schema'
import { type EditedCollection, type EditedField, newKey } from './EditedCollection.ts'

const commonFields = ['id', 'created', 'updated'] as const
const authFields = ['username', 'email', 'emailVisibility', 'verified'] as const

/** Names of the fields that every collection of a type has. */
export function systemFields(type: CollectionType): readonly string[] {
  return type === 'auth' ? [...commonFields, ...authFields] : commonFields
}

const takenNames = ({ fields, type }: EditedCollection): string[] => [
  ...systemFields(type),
  ...fields.flatMap(({ field, stored }) => (stored ? [field.name, stored.name] : [field.name])),
]

const withRow = (edited: EditedCollection, key: string, change: (row: EditedField) => EditedField): EditedCollection => ({
  ...edited,
  fields: edited.fields.map(row => (row.key === key ? change(row) : row)),
})

/** Appends a field, by default a plain text. */
export function addField(edited: EditedCollection, options: Field['options'], type: FieldTypeName = 'text'): EditedCollection {
  const field: Field = {
    system: false,
    id: '',
    name: uniqueName('field', takenNames(edited)),
    type,
    required: false,
    presentable: false,
    unique: false,
    options,
  }
  return { ...edited, fields: [...edited.fields, { key: newKey(), field, stored: undefined, isRemoved: false }] }
}

/** Inserts a copy of a field after it. Does nothing if the field is marked for removal. */
export function duplicateField(edited: EditedCollection, key: string): EditedCollection {
  const index = edited.fields.findIndex(row => row.key === key)
  const original = edited.fields[index]
  if (original === undefined || original.isRemoved) return edited
  const { field } = original
  const name = uniqueName(`${field.name}_copy`, takenNames(edited))
  const copy = { ...field, id: '', system: false, name, options: structuredClone(field.options) }
  const row = { key: newKey(), field: copy, stored: undefined, isRemoved: false }
  return { ...edited, fields: edited.fields.toSpliced(index + 1, 0, row) }
}

/** Marks a stored field for removal by the next save. Removes a new field immediately. */
export function removeField(edited: EditedCollection, key: string): EditedCollection {
  return {
    ...edited,
    fields: edited.fields.flatMap(row => (row.key !== key ? [row] : row.stored ? [{ ...row, isRemoved: true }] : [])),
  }
}

/** Undoes a removal. Resets the name to the stored one. */
export function restoreField(edited: EditedCollection, key: string): EditedCollection {
  return withRow(edited, key, row => {
    const name = row.stored?.name ?? row.field.name
    return { ...row, isRemoved: false, field: { ...row.field, name } }
  })
}

/** Renames a field, also in its indexes. */
export function renameField(edited: EditedCollection, key: string, name: string): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, name } }))
}

/** Sets whether a field is required. Required fields are not nullable. */
export function requireField(edited: EditedCollection, key: string, required: boolean): EditedCollection {
  return withRow(edited, key, row => {
    const { nullable: _cleared, ...field } = row.field as Field & { nullable?: unknown }
    return { ...row, field: { ...(required ? field : row.field), required } }
  })
}

export function presentField(edited: EditedCollection, key: string, presentable: boolean): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, presentable } }))
}

/** Hides a field from all but admins, or shows it. A stored field is shown again only if the key is sent. */
export function hideField(edited: EditedCollection, key: string, hidden: boolean): EditedCollection {
  return withRow(edited, key, row => {
    const { hidden: _, ...field } = row.field
    return { ...row, field: hidden || row.stored?.hidden ? { ...field, hidden } : field }
  })
}

/** Sets the help of a field. The help of a stored field is removed only if the key is sent. */
export function explainField(edited: EditedCollection, key: string, text: string): EditedCollection {
  return withRow(edited, key, row => {
    const { help: _, ...field } = row.field
    return { ...row, field: text !== '' || row.stored?.help ? { ...field, help: text } : field }
  })
}

/** Merges changes into a field's options. */
export function setFieldOptions(edited: EditedCollection, key: string, changed: Field['options']): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, options: { ...row.field.options, ...changed } } }))
}

/** Sorts the fields by the given keys. */
export function orderFields(edited: EditedCollection, keys: readonly string[]): EditedCollection {
  return { ...edited, fields: edited.fields.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key)) }
}

/** Returns the name, with a number appended if another has it already. Compares case-insensitively. */
export function uniqueName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(other => other.toLowerCase()))
  let candidate = name
  for (let number = 2; taken.has(candidate.toLowerCase()); number++) candidate = `${name}${number}`
  return candidate
}
