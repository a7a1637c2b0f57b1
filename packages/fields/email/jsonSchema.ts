import type { FieldJsonSchema } from '../jsonSchemaContract.ts'
import { textSchema } from '../text/textSchema.ts'

export const jsonSchema: FieldJsonSchema = {
  value: () => ({ type: 'string' }),
  input: (_, isRequired) => textSchema({ format: 'email' }, isRequired),
}
