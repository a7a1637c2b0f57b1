import type { Field, Issue } from './contract.ts'
import { fieldType } from './fieldTypes.ts'

/** Judges a normal value of a field: whether it is there where it must be, then the rules of its type. */
export const validateField = (field: Field, value: unknown): Issue | undefined => {
  const type = fieldType(field)
  if (field.required && type.isEmpty(value)) return { code: 'validation_required', message: 'Missing required value.' }
  return type.validate(value, field.options)
}
