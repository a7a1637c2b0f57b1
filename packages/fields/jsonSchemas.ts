import type { Field } from './contract.ts'
import type { FieldJsonSchema } from './jsonSchemaContract.ts'
import { jsonSchemas } from './registry/jsonSchemas.ts'

export type { FieldJsonSchema, JsonSchema } from './jsonSchemaContract.ts'

/** Returns how the values of a field's type look in JSON. */
export function jsonSchemaOf(field: Pick<Field, 'type'>): FieldJsonSchema<Field['options']> {
  // The options have the shape of the type, which the compiler cannot infer from a lookup by name.
  return jsonSchemas[field.type] as FieldJsonSchema<Field['options']>
}
