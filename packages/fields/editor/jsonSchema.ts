import type { FieldJsonSchema } from '../jsonSchemaContract.ts'
import { textSchema } from '../text/textSchema.ts'

export const jsonSchema: FieldJsonSchema = {
  value: () => ({ type: 'string', contentMediaType: 'text/html' }),
  input: (_, isRequired) => textSchema({}, isRequired),
}
