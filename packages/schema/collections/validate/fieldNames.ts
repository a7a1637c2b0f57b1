import { reservedAuthNames } from '../reservedNames.ts'
import type { FieldStep } from './FieldStep.ts'

/** Rejects field names that are system columns of auth records. */
export const rejectAuthNames: FieldStep = ({ type, schema }) => {
  if (type !== 'auth') return {}
  const issue = { code: 'validation_reserved_auth_field_name', message: 'The field name is reserved and cannot be used.' }
  return Object.fromEntries(
    schema.flatMap(({ name }, index) => (reservedAuthNames.includes(name) ? [[index, { name: issue }]] : [])),
  )
}

/** Rejects duplicate ids, and names that differ only in case. Reports the first duplicate. */
export const rejectDuplicates: FieldStep = ({ schema }) => {
  const [ids, names] = [new Set<string>(), new Set<string>()]
  for (const [index, field] of schema.entries()) {
    const name = field.name.toLowerCase()
    if (ids.has(field.id)) {
      return { [index]: { id: { code: 'validation_duplicated_field_id', message: 'Duplicated or invalid schema field id.' } } }
    }
    if (names.has(name)) {
      const issue = { code: 'validation_duplicated_field_name', message: 'Duplicated or invalid schema field name.' }
      return { [index]: { name: issue } }
    }
    ids.add(field.id)
    names.add(name)
  }
  return {}
}
