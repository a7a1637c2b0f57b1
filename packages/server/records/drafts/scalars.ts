import { fieldTypes } from '@coffer/fields'

const textOptions = fieldTypes.text.options.parse({})
const boolOptions = fieldTypes.bool.options.parse({})

/** Anything a body may hold, cast like the value of a text field. */
export const asText = (value: unknown): string => fieldTypes.text.normalize(value, textOptions)

/** Anything a body may hold, cast like the value of a bool field. */
export const asFlag = (value: unknown): boolean => fieldTypes.bool.normalize(value, boolOptions)
