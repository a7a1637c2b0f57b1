import type { FieldJsonSchema } from '../jsonSchemaContract.ts'

export const jsonSchema: FieldJsonSchema = {
  value: () => ({}),
  input: (_, isRequired) => (isRequired ? { not: { enum: [null, '', [], {}] } } : {}),
}
