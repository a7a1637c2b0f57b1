import type { Field, FieldType, FieldTypeName } from './contract.ts'
import { rules } from './registry/rules.ts'

/** The rules of every type, in the order of the type menu. */
export const fieldTypes = rules

export function isFieldTypeName(name: string): name is FieldTypeName {
  return Object.hasOwn(fieldTypes, name)
}

/** Returns the rules of a field's type. They accept the field's options and normal values. */
export function fieldType(field: Pick<Field, 'type'>): FieldType<Field['options']> {
  // The options were parsed with the schema of the type, which the compiler cannot infer from a lookup by name.
  return fieldTypes[field.type] as unknown as FieldType<Field['options']>
}
