import type { FieldJsonSchema } from '../jsonSchemaContract.ts'

export const jsonSchema: FieldJsonSchema = {
  value: () => ({ type: 'boolean' }),
  input: (_, isRequired) => ({ type: 'boolean', ...(isRequired && { const: true }) }),
}
