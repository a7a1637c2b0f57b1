import type { FieldJsonSchema } from '../jsonSchemaContract.ts'
import { jsonSchema as text } from '../text/jsonSchema.ts'
import { maxCharacters, type PasswordOptions } from './options.ts'

export const jsonSchema: FieldJsonSchema<PasswordOptions> = {
  value: () => ({ type: 'string', const: '', description: 'The hash is never returned.' }),
  input: ({ min, max, pattern }, isRequired) => ({
    ...text.input({ min, max: max || maxCharacters, pattern }, isRequired),
    writeOnly: true,
  }),
}
