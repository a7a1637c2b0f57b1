import { fieldTypes } from '@coffer/fields'

const textOptions = fieldTypes.text.options.parse({})
const boolOptions = fieldTypes.bool.options.parse({})

/** Casts any JSON value as a text field does. */
export function asText(value: unknown): string {
  return fieldTypes.text.normalize(value, textOptions)
}

/** Casts any JSON value as a bool field does. */
export function asBoolean(value: unknown): boolean {
  return fieldTypes.bool.normalize(value, boolOptions)
}
