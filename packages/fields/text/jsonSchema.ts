import type { FieldJsonSchema } from '../jsonSchemaContract.ts'
import type { TextOptions } from './options.ts'
import { textSchema } from './textSchema.ts'

/** Whether JavaScript reads a pattern, which has the syntax of RE2, without an error. */
function isPortable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

export const jsonSchema: FieldJsonSchema<TextOptions> = {
  value: () => ({ type: 'string' }),
  input: ({ min, max, pattern }, isRequired) =>
    textSchema(
      {
        ...(min !== null && min > 0 && { minLength: min }),
        ...(max !== null && { maxLength: max }),
        ...(pattern !== '' && isPortable(pattern) && { pattern }),
      },
      isRequired,
    ),
}
