import { fieldTypes } from '@coffer/fields'

const textOptions = fieldTypes.text.options.parse({})

/** The value that a text of a form stands for: a boolean, a number that is written just as a text field would show it, or the text. */
export const inferValue = (text: string): unknown => {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?\d/.test(text) && fieldTypes.text.normalize(Number(text), textOptions) === text ? Number(text) : text
}
