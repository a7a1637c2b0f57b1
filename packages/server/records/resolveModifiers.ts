import { type BodyModifier, type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { StoredRecord } from './StoredRecord.ts'

const modifiers: readonly BodyModifier[] = ['+', '-']

/** Whether the body asks for values that depend on the stored ones. */
export const hasModifiers = (values: Record<string, unknown>): boolean => Object.keys(values).some(key => /[+-]$/.test(key))

interface Modified {
  field: Field
  /** The keys of a body that modify it. */
  keys: readonly string[]
}

const modified = new WeakMap<Collection, readonly Modified[]>()

/** The fields of a collection, each with the keys that modify it. */
const modifiedBy = (collection: Collection): readonly Modified[] => {
  const known = modified.get(collection)
  if (known) return known
  const made = collection.schema.map(field => ({ field, keys: modifiers.map(modifier => `${field.name}${modifier}`) }))
  modified.set(collection, made)
  return made
}

const resolveField = (field: Field, submitted: Record<string, unknown>, stored: StoredRecord | undefined): unknown => {
  const type = fieldType(field)
  const base = Object.hasOwn(submitted, field.name)
    ? submitted[field.name]
    : (stored?.values[field.name] ?? type.empty(field.options))
  if (!type.modify) return base
  let value = type.normalize(base, field.options)
  for (const modifier of modifiers) {
    const key = `${field.name}${modifier}`
    if (Object.hasOwn(submitted, key)) value = type.modify(value, modifier, submitted[key], field.options)
  }
  return value
}

/**
 * Replaces `field+` and `field-` by the values they result in, `+` before `-` whatever their order in the body.
 * A modifier that the type does not know has no effect, but names the field as submitted.
 * Without a stored record they start from what is submitted, or from the empty value.
 */
export const resolveModifiers = (
  collection: Collection,
  submitted: Record<string, unknown>,
  stored: StoredRecord | undefined,
): Record<string, unknown> => {
  const isSubmitted = (key: string) => Object.hasOwn(submitted, key)
  const asked = modifiedBy(collection).filter(({ keys }) => keys.some(isSubmitted))
  // A body may have hundreds of thousands of keys, which take a second to copy.
  if (asked.length === 0) return submitted
  const values = new Map(Object.entries(submitted))
  for (const { field, keys } of asked) {
    values.set(field.name, resolveField(field, submitted, stored))
    for (const key of keys) values.delete(key)
  }
  return Object.fromEntries(values)
}
