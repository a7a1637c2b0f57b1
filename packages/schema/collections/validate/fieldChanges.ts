import type { Field } from '@coffer/fields'
import type { FieldStep } from './FieldStep.ts'

/** Rejects changes of system fields. */
export const rejectSystemFieldChanges: FieldStep = ({ schema }, { before }) => {
  const isKept = (field: Field) => JSON.stringify(field) === JSON.stringify(schema.find(({ id }) => id === field.id))
  if (!before || before.schema.every(field => !field.system || isKept(field))) return {}
  return { code: 'validation_system_field_change', message: 'System fields cannot be deleted or changed.' }
}

/** Rejects a new type for an existing field. Fields are matched by id. */
export const rejectTypeChanges: FieldStep = ({ schema }, { before }) => {
  const types = new Map(before?.schema.map(({ id, type }): [string, string] => [id, type]))
  const changed = schema.findIndex(({ id, type }) => types.has(id) && types.get(id) !== type)
  if (changed === -1) return {}
  return { [changed]: { code: 'validation_field_type_change', message: 'Field type cannot be changed.' } }
}
