import { randomInt } from 'node:crypto'
import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

type Values = Readonly<Record<string, unknown>>

/** Generates a value of a field; undefined if its options do not say how. */
export function generateValue(field: Field): unknown {
  return fieldType(field).generate?.(field.options, limit => randomInt(limit))
}

function isEmpty({ name, type, options }: Field, values: Values): boolean {
  const rules = fieldType({ type })
  return !Object.hasOwn(values, name) || rules.isEmpty(rules.normalize(values[name], options))
}

/** Returns the values of a new record with generated ones for empty fields that have a pattern. */
export function withGeneratedValues(collection: Collection, values: Values): Record<string, unknown> {
  const generated = collection.schema.flatMap(field => {
    const value = fieldType(field).generate && isEmpty(field, values) ? generateValue(field) : undefined
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return generated.length === 0 ? values : { ...values, ...Object.fromEntries(generated) }
}
