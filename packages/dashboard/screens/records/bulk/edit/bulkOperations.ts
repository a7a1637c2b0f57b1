import { type BodyModifier, type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { systemField } from '../../columns/columns.ts'

/** How a field changes: its value is replaced, cleared or modified. */
export type Operation = 'set' | 'clear' | BodyModifier

export interface BulkOperation {
  operation: Operation
  /** Label in the menu, e.g. "Add". */
  label: string
  /** The field that renders and validates the input; undefined if the operation takes no value. */
  input: Field | undefined
}

/** The system fields of auth records that many records can share; username, email and password belong to one record. */
const accountSwitches = [systemField('verified', 'bool'), systemField('emailVisibility', 'bool')]

/** Returns the fields that can be changed for many records at once. */
export function changeableFields(collection: Collection): Field[] {
  if (collection.type === 'view') return []
  const account = collection.type === 'auth' ? accountSwitches : []
  return [...account, ...collection.schema].filter(field => bulkOperations(field).length > 0)
}

/**
 * Returns the bulk operations of a field. Files belong to one record, so they can only be deleted. Fields whose empty value is
 * meaningful, such as false, 0 and an unchanged password, have no "Clear" operation, and dates that the server sets none at all.
 */
export function bulkOperations(field: Field): BulkOperation[] {
  const { holdsFiles, holdsPassword, setsDate, modifiers } = fieldType(field)
  if (setsDate) return []
  const set: BulkOperation[] = holdsFiles ? [] : [{ operation: 'set', label: 'Set', input: field }]
  const modified = (modifiers?.(field.options) ?? []).map(({ modifier, label, operand }) => ({
    operation: modifier,
    label,
    input: { ...field, required: true, options: { ...operand } },
  }))
  const canClear = !field.required && !holdsPassword && isEmptyValue(emptyValue(field))
  return [...set, ...modified, ...(canClear ? [{ operation: 'clear' as const, label: 'Clear', input: undefined }] : [])]
}

/** Returns the empty value of a field as JSON. */
export function emptyValue(field: Field): unknown {
  const type = fieldType(field)
  return type.toJson(type.empty(field.options))
}

/** Returns whether a form value is empty. 0 and false are values. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
