import { type BodyModifier, type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { systemField } from '../../columns/columns.ts'

/** What happens to the values of a field: another one takes their place, or something is done to what is there. */
export type Way = 'set' | 'clear' | BodyModifier

export interface WayToChange {
  way: Way
  /** As a person chooses it, e.g. "Add". */
  label: string
  /** The field as it is typed into and judged; absent where there is nothing to type. */
  input: Field | undefined
}

/** Switches of an account that may be the same for many; the rest of it belongs to the one record alone. */
const accountSwitches = [systemField('verified', 'bool'), systemField('emailVisibility', 'bool')]

/** The fields of a collection that many records may be given at once. */
export function changeableFields(collection: Collection): Field[] {
  if (collection.type === 'view') return []
  const account = collection.type === 'auth' ? accountSwitches : []
  return [...account, ...collection.schema].filter(field => waysToChange(field).length > 0)
}

/**
 * How the values of a field can be changed. Files are uploaded for each record, so that they can only be deleted here; and where the
 * empty value says something, as false and 0 do, setting it is no clearing.
 */
export function waysToChange(field: Field): WayToChange[] {
  const { holdsFiles, modifiers } = fieldType(field)
  const set: WayToChange[] = holdsFiles ? [] : [{ way: 'set', label: 'Set', input: field }]
  const modified = (modifiers?.(field.options) ?? []).map(({ modifier, label, operand }) => ({
    way: modifier,
    label,
    input: { ...field, required: true, options: { ...operand } },
  }))
  const canClear = !field.required && isNothing(emptyValue(field))
  return [...set, ...modified, ...(canClear ? [{ way: 'clear' as const, label: 'Clear', input: undefined }] : [])]
}

/** The empty value of a field in the shape of the API's JSON. */
export function emptyValue(field: Field): unknown {
  const type = fieldType(field)
  return type.toJson(type.empty(field.options))
}

/** Whether a value of a form is none at all. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
