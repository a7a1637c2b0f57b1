import { type Field, fieldType, type Issue, isFieldTypeName } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import { blank } from '../../issues/rules.ts'
import type { CollectionDraft, FieldDraft } from '../CollectionDraft.ts'
import { reservedAuthNames } from '../reservedNames.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateFieldDraft } from './validateFieldDraft.ts'

/** A validation step over all fields of a collection. Returns issues by field position, or one issue for the whole list. */
type FieldStep = (draft: CollectionDraft, context: ValidationContext) => Issue | Issues

/** An auth collection has system columns, and the fields of a view are derived from its query, so both need no fields of their own. */
const requireFields: FieldStep = ({ type, schema }, { isNewer }) => {
  const isOptional = type === 'auth' || type === 'view' || isNewer
  return schema.length > 0 || isOptional ? {} : blank
}

/** Rejects changes of system fields. */
const rejectSystemFieldChanges: FieldStep = ({ schema }, { before }) => {
  const isKept = (field: Field) => JSON.stringify(field) === JSON.stringify(schema.find(({ id }) => id === field.id))
  if (!before || before.schema.every(field => !field.system || isKept(field))) return {}
  return { code: 'validation_system_field_change', message: 'System fields cannot be deleted or changed.' }
}

/** Rejects a new type for an existing field. Fields are matched by id. */
const rejectTypeChanges: FieldStep = ({ schema }, { before }) => {
  const types = new Map(before?.schema.map(({ id, type }): [string, string] => [id, type]))
  const changed = schema.findIndex(({ id, type }) => types.has(id) && types.get(id) !== type)
  if (changed === -1) return {}
  return { [changed]: { code: 'validation_field_type_change', message: 'Field type cannot be changed.' } }
}

const isKnown = (field: FieldDraft): field is Field => isFieldTypeName(field.type)

/** Returns the id of the collection that a relation field refers to; undefined for other types. */
const targetOf = (field: FieldDraft): string | undefined =>
  isKnown(field) ? fieldType(field).refersTo?.(field.options) : undefined

function relationIssue(type: string, field: FieldDraft, { before, collections }: ValidationContext): Issue | undefined {
  const target = targetOf(field)
  if (target === undefined) return undefined
  const stored = before?.schema.find(({ id }) => id === field.id)
  if (stored && targetOf(stored) !== target) {
    return { code: 'validation_field_relation_change', message: 'The relation collection cannot be changed.' }
  }
  const collection = collections.find(({ id }) => id === target)
  if (!collection) return { code: 'validation_field_invalid_relation', message: "The relation collection doesn't exist." }
  if (collection.type !== 'view' || type === 'view') return undefined
  return {
    code: 'validation_field_non_view_base_relation_collection',
    message: 'Non view collections are not allowed to have a view relation.',
  }
}

/** Requires that relations refer to an existing collection and never change it. Reports the first invalid relation. */
const validateRelations: FieldStep = ({ type, schema }, context) => {
  for (const [index, field] of schema.entries()) {
    const issue = relationIssue(type, field, context)
    if (issue) return { [index]: { options: { collectionId: issue } } }
  }
  return {}
}

/** Rejects field names that are system columns of auth records. */
const rejectAuthNames: FieldStep = ({ type, schema }) => {
  if (type !== 'auth') return {}
  const issue = { code: 'validation_reserved_auth_field_name', message: 'The field name is reserved and cannot be used.' }
  return Object.fromEntries(
    schema.flatMap(({ name }, index) => (reservedAuthNames.includes(name) ? [[index, { name: issue }]] : [])),
  )
}

/** Returns the issue of a name that another field or a system column has. */
export function duplicatedName(name: string): Issue {
  const code = 'validation_duplicated_field_name'
  const newer = { code, message: `Duplicated or invalid field name ${name}.`, params: { fieldName: name } }
  return { code, message: 'Duplicated or invalid schema field name.', newer }
}

/** Rejects duplicate ids, and names that differ only in case. Reports the first duplicate. */
const rejectDuplicates: FieldStep = ({ schema }) => {
  const [ids, names] = [new Set<string>(), new Set<string>()]
  for (const [index, field] of schema.entries()) {
    const name = field.name.toLowerCase()
    if (ids.has(field.id)) {
      return { [index]: { id: { code: 'validation_duplicated_field_id', message: 'Duplicated or invalid schema field id.' } } }
    }
    if (names.has(name)) {
      return { [index]: { name: duplicatedName(field.name) } }
    }
    ids.add(field.id)
    names.add(name)
  }
  return {}
}

/** Maximum of 2^cost of all password fields together: one hash of the highest cost, which takes about two seconds. */
const maxHashWork = 2 ** 15

const hashWork = (schema: readonly FieldDraft[]): number =>
  schema.filter(isKnown).reduce((sum, field) => {
    const cost = fieldType(field).holdsPassword?.(field.options).cost
    return cost === undefined ? sum : sum + 2 ** cost
  }, 0)

/** Limits how long the passwords of a new record can take to hash. A stored collection may keep what it has. */
const limitHashWork: FieldStep = ({ schema }, { before }) => {
  const work = hashWork(schema)
  if (work <= maxHashWork || work <= hashWork(before?.schema ?? [])) return {}
  const last = schema.findLastIndex(field => isKnown(field) && fieldType(field).holdsPassword)
  const message = 'The passwords of a record would take too long to hash. Use fewer password fields, or a lower cost.'
  return { [last]: { options: { cost: { code: 'validation_too_many_passwords', message } } } }
}

const validateEachField: FieldStep = ({ schema }) =>
  Object.fromEntries(
    schema.flatMap((field, index) => {
      const issues = validateFieldDraft(field)
      return Object.keys(issues).length > 0 ? [[index, issues]] : []
    }),
  )

const steps = [
  requireFields,
  rejectSystemFieldChanges,
  rejectTypeChanges,
  validateRelations,
  rejectAuthNames,
  rejectDuplicates,
  validateEachField,
  limitHashWork,
]

/** Validates the fields of a collection step by step, and stops at the first step that finds issues. */
export const validateFields: FieldStep = (draft, context) => {
  for (const step of steps) {
    const issues = step(draft, context)
    if (Object.keys(issues).length > 0) return issues
  }
  return {}
}
