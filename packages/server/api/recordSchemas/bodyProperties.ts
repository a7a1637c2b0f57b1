import { type Field, type FileRules, fieldType } from '@coffer/fields'
import { type JsonSchema, jsonSchemaOf } from '@coffer/fields/jsonSchemas'
import { type AuthCollection, type Collection, maxPasswordBytes } from '@coffer/schema'

/** A key of a body that creates or updates a record. */
export interface BodyProperty {
  name: string
  schema: JsonSchema
  isRequired: boolean
  /** For keys that take uploaded files: which ones. */
  files?: FileRules
  /** The field whose value the key sets or changes; absent for keys of all records. */
  field?: Field
}

/** The characters that the id of a new record can have. */
const idPattern = String.raw`^[^@#$&|.,'"\\/\s]{0,15}$`

export type BodyAction = 'create' | 'update'

const optional = (name: string, schema: JsonSchema): BodyProperty => ({ name, schema, isRequired: false })

function authProperties({ options }: AuthCollection, action: BodyAction): BodyProperty[] {
  const isNew = action === 'create'
  const password: JsonSchema = {
    type: 'string',
    minLength: Math.max(1, options.minPasswordLength),
    maxLength: maxPasswordBytes,
    ...(isNew ? {} : { description: 'A new password. All tokens of the record become invalid.' }),
  }
  const username: JsonSchema = { type: 'string', minLength: 3, maxLength: 150, pattern: String.raw`^\w[\w.\-]*$` }
  return [
    optional('username', isNew ? { ...username, description: 'Generated if it is absent.' } : username),
    { name: 'email', schema: { type: 'string', format: 'email', maxLength: 255 }, isRequired: isNew && options.requireEmail },
    optional('emailVisibility', { type: 'boolean' }),
    optional('verified', { type: 'boolean', description: 'Only for admins and users who satisfy the manage rule.' }),
    { name: 'password', schema: password, isRequired: isNew },
    { name: 'passwordConfirm', schema: { type: 'string', description: 'The same password.' }, isRequired: isNew },
    ...(isNew
      ? []
      : [optional('oldPassword', { type: 'string', description: 'The current password. Admins can leave it out.' })]),
  ]
}

/** Whether a new record without a value of the field gets a generated one. */
function isGenerated(field: Field): boolean {
  return fieldType(field).generate?.(field.options, () => 0) !== undefined
}

function fieldProperties(field: Field, action: BodyAction): BodyProperty[] {
  const type = fieldType(field)
  const schema = jsonSchemaOf(field)
  const description = type.describe?.(field.options)
  const files = type.holdsFiles?.(field.options)
  const value: BodyProperty = {
    name: field.name,
    schema: { ...schema.input(field.options, field.required), ...(description && { description }) },
    isRequired: action === 'create' && field.required && !isGenerated(field),
    field,
    ...(files && { files }),
  }
  if (action === 'create') return [value]
  const operands = Object.entries(schema.operands?.(field.options) ?? {})
  return [value, ...operands.map(([modifier, operand]) => ({ ...optional(`${field.name}${modifier}`, operand), field }))]
}

/** Returns the keys of a body that creates or updates a record of a collection. */
export function bodyProperties(collection: Collection, action: BodyAction): BodyProperty[] {
  return [
    ...(action === 'create'
      ? [
          optional('id', {
            type: 'string',
            pattern: idPattern,
            description: '15 characters. Generated if it is absent or empty.',
          }),
        ]
      : []),
    ...(collection.type === 'auth' ? authProperties(collection, action) : []),
    ...collection.schema.flatMap(field => fieldProperties(field, action)),
  ]
}
