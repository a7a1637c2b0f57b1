import { type BodyModifier, type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { StoredRecord } from '../rows/StoredRecord.ts'

const modifiers: readonly BodyModifier[] = ['+', '-']

/** Whether a key of the body looks like one with a modifier, so that its value may depend on the stored one. */
export function hasModifiers(values: Record<string, unknown>): boolean {
  return Object.keys(values).some(key => key.endsWith('+') || key.endsWith('-') || key.startsWith('+'))
}

const keysOf = (field: Field): string[] => [
  ...(fieldType(field).prepend ? [`+${field.name}`] : []),
  ...modifiers.map(modifier => `${field.name}${modifier}`),
]

function resolveField(field: Field, submitted: Record<string, unknown>, stored: StoredRecord | undefined): unknown {
  const type = fieldType(field)
  const base = Object.hasOwn(submitted, field.name)
    ? submitted[field.name]
    : (stored?.values[field.name] ?? type.empty(field.options))
  if (!type.modify) return base
  let value = type.normalize(base, field.options)
  const prepended = `+${field.name}`
  if (type.prepend && Object.hasOwn(submitted, prepended)) value = type.prepend(value, submitted[prepended])
  for (const modifier of modifiers) {
    const key = `${field.name}${modifier}`
    if (Object.hasOwn(submitted, key)) value = type.modify(value, modifier, submitted[key], field.options)
  }
  return value
}

/**
 * Replaces `+field`, `field+` and `field-` by the resulting value of the field. They are applied in this order, however they are sent.
 * They start from the submitted value, else from the stored one, else from the empty value. A modifier that the field type does
 * not support has no effect, but the field counts as submitted.
 */
export function resolveModifiers(
  collection: Collection,
  submitted: Record<string, unknown>,
  stored: StoredRecord | undefined,
): Record<string, unknown> {
  // A body may have hundreds of thousands of keys; copying them takes a second.
  if (!hasModifiers(submitted)) return submitted
  const modified = collection.schema.filter(field => keysOf(field).some(key => Object.hasOwn(submitted, key)))
  if (modified.length === 0) return submitted
  const values = new Map(Object.entries(submitted))
  for (const field of modified) {
    values.set(field.name, resolveField(field, submitted, stored))
    for (const key of keysOf(field)) values.delete(key)
  }
  return Object.fromEntries(values)
}
