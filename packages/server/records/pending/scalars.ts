import { fieldTypes } from '@coffer/fields'

const textOptions = fieldTypes.text.options.parse({})
const boolOptions = fieldTypes.bool.options.parse({})

/** Casts any JSON value as a text field does. */
export const asText = (value: unknown): string => fieldTypes.text.normalize(value, textOptions)

/** Casts any JSON value as a bool field does. */
export const asBoolean = (value: unknown): boolean => fieldTypes.bool.normalize(value, boolOptions)
