import type { Field, Issue } from './contract.ts'
import { fieldType } from './fieldTypes.ts'

/** Validates a normal value of a field: first whether a required value is present, then the rules of the type. */
export function validateField(field: Field, value: unknown): Issue | undefined {
  const type = fieldType(field)
  if (field.required && type.isEmpty(value)) return { code: 'validation_required', message: 'Missing required value.' }
  return type.validate(value, field.options)
}
