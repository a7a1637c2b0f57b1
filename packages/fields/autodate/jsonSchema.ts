import { jsonSchema as date } from '../date/jsonSchema.ts'
import type { FieldJsonSchema } from '../jsonSchemaContract.ts'

export const jsonSchema: FieldJsonSchema = {
  value: date.value,
  input: () => ({ type: 'string', readOnly: true }),
}
