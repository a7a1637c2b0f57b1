import { fieldTypes } from '@coffer/fields'

const textOptions = fieldTypes.text.options.parse({})

/** Converts a form text to a boolean, to a number if it is in canonical notation, or returns the text. */
export const inferValue = (text: string): unknown => {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?\d/.test(text) && fieldTypes.text.normalize(Number(text), textOptions) === text ? Number(text) : text
}
