import type { Field, FieldTypeName } from '@coffer/fields'
import { type EditedCollection, type EditedField, newKey } from './EditedCollection.ts'
import { systemFields } from './systemFields.ts'
import { uniqueName } from './uniqueName.ts'

const takenNames = ({ fields, type }: EditedCollection): string[] => [
  ...systemFields(type),
  ...fields.flatMap(({ field, stored }) => (stored ? [field.name, stored.name] : [field.name])),
]

const withRow = (edited: EditedCollection, key: string, change: (row: EditedField) => EditedField): EditedCollection => ({
  ...edited,
  fields: edited.fields.map(row => (row.key === key ? change(row) : row)),
})

/** Adds a field at the end; a plain text unless told otherwise. */
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

/** Adds a copy of a field behind it; none of one that is about to be removed. */
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

/** Marks a stored field for removal with the next save; a new one goes at once. */
export function removeField(edited: EditedCollection, key: string): EditedCollection {
  return {
    ...edited,
    fields: edited.fields.flatMap(row => (row.key !== key ? [row] : row.stored ? [{ ...row, isRemoved: true }] : [])),
  }
}

/** Takes a removal back. The field has its stored name again. */
export function restoreField(edited: EditedCollection, key: string): EditedCollection {
  return withRow(edited, key, row => {
    const name = row.stored?.name ?? row.field.name
    return { ...row, isRemoved: false, field: { ...row.field, name } }
  })
}

/** Renames a field; the indexes that use it follow. */
export function renameField(edited: EditedCollection, key: string, name: string): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, name } }))
}

/** Sets whether a value must be there; a field that must have one has no null. */
export function requireField(edited: EditedCollection, key: string, required: boolean): EditedCollection {
  return withRow(edited, key, row => {
    const { nullable: _cleared, ...field } = row.field as Field & { nullable?: unknown }
    return { ...row, field: { ...(required ? field : row.field), required } }
  })
}

export function presentField(edited: EditedCollection, key: string, presentable: boolean): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, presentable } }))
}

/** Replaces the settings of a field that are named. */
export function setFieldOptions(edited: EditedCollection, key: string, changed: Field['options']): EditedCollection {
  return withRow(edited, key, row => ({ ...row, field: { ...row.field, options: { ...row.field.options, ...changed } } }))
}

/** Puts the fields into another order. */
export function orderFields(edited: EditedCollection, keys: readonly string[]): EditedCollection {
  return { ...edited, fields: edited.fields.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key)) }
}
