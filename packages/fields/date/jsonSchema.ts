import type { FieldJsonSchema } from '../jsonSchemaContract.ts'
import { textSchema } from '../text/textSchema.ts'

export const jsonSchema: FieldJsonSchema = {
  value: () => ({ type: 'string', pattern: String.raw`^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z)?$` }),
  // Many formats are accepted, and JSON Schema has a name for only one of them.
  input: (_, isRequired) => textSchema({}, isRequired),
}
