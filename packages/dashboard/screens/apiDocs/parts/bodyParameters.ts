import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { type AuthCollection, type Collection, parseIndex } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'

type Action = 'create' | 'update'

/** Returns the name of a value's JSON type. */
function jsonTypeOf(field: Field): string {
  const type = fieldType(field)
  const { holdsFiles, holdsJson } = abilitiesOf(field)
  if (holdsJson) return 'JSON'
  const example = type.toJson(type.example(field.options))
  const item = holdsFiles ? 'File' : typeof example
  const name = Array.isArray(example) && !holdsFiles ? 'String' : item[0]?.toUpperCase() + item.slice(1)
  return type.isMultiple(field.options) ? `Array<${name}>` : name
}

const uniqueNames = ({ indexes }: Collection): string[] =>
  indexes.flatMap(statement => {
    const index = parseIndex(statement)
    return index?.isUnique && index.where === '' && index.columns.length === 1 ? index.columns.map(({ name }) => name) : []
  })

function targetText(field: Field, { collections }: DocsSubject): string {
  const id = abilitiesOf(field).refersTo?.(field.options)
  if (id === undefined) return ''
  const name = collections.find(collection => collection.id === id)?.name
  const noun = fieldType(field).isMultiple(field.options) ? 'Ids of records' : 'Id of a record'
  return name === undefined ? `${noun} of a missing collection.` : `${noun} of \`${name}\`.`
}

/** Describes which value a required field rejects, if that is not obvious. */
function requiredText(field: Field): string {
  if (!field.required) return ''
  const type = fieldType(field)
  const empty = type.toJson(type.empty(field.options))
  if (empty === false) return 'Must be true.'
  return empty === 0 ? 'Must not be 0.' : ''
}

/** Describes how an update can modify the stored value. */
function changeText(field: Field): string {
  const { name } = field
  const { comparesAsNumber, holdsFiles } = abilitiesOf(field)
  const isMultiple = fieldType(field).isMultiple(field.options)
  if (comparesAsNumber) return `\`${name}+\` adds to it, \`${name}-\` subtracts.`
  if (holdsFiles) {
    return isMultiple ? `Sent files are added. To remove files, send their names as \`${name}-\`.` : '`null` removes the file.'
  }
  return isMultiple ? `\`${name}+\` adds to it, \`${name}-\` removes from it.` : ''
}

const schemaParameter = (field: Field, action: Action, subject: DocsSubject, unique: readonly string[]): Parameter => ({
  name: field.name,
  type: jsonTypeOf(field),
  isRequired: field.required && action === 'create',
  text: [
    targetText(field, subject),
    fieldType(field).describe?.(field.options),
    requiredText(field),
    field.required && action === 'update' && 'Cannot be emptied.',
    unique.includes(field.name) && 'Must be unique.',
    action === 'update' && changeText(field),
  ]
    .filter(Boolean)
    .join(' '),
})

function domainText({ onlyEmailDomains, exceptEmailDomains }: AuthCollection['options']): string {
  if (onlyEmailDomains?.length) return ` Allowed domains: ${onlyEmailDomains.join(', ')}.`
  return exceptEmailDomains?.length ? ` Forbidden domains: ${exceptEmailDomains.join(', ')}.` : ''
}

/** Describes the system fields of auth records. */
function accountParameters({ options }: AuthCollection, action: Action): Parameter[] {
  const isNew = action === 'create'
  const managers = options.manageRule ? 'admins and users who satisfy the manage rule' : 'admins'
  const length = `${options.minPasswordLength} to 72 characters.`
  return [
    {
      name: 'username',
      type: 'String',
      text: `3 to 150 letters, digits, \`.\`, \`-\` and \`_\`. Must be unique.${isNew ? ' Generated if omitted.' : ''}`,
    },
    {
      name: 'email',
      type: 'String',
      isRequired: isNew && options.requireEmail,
      text: isNew
        ? `An email address. Must be unique.${domainText(options)}`
        : `Only ${managers} can change it here; others use \`request-email-change\`.${domainText(options)}`,
    },
    { name: 'emailVisibility', type: 'Boolean', text: 'Whether everyone who can view the record sees its email.' },
    ...(isNew
      ? []
      : [
          {
            name: 'oldPassword',
            type: 'String',
            text: `The current password. Required to change the password, except for ${managers}.`,
          },
        ]),
    {
      name: 'password',
      type: 'String',
      isRequired: isNew,
      text: isNew ? length : `A new password: ${length} Changing it signs the record out everywhere.`,
    },
    { name: 'passwordConfirm', type: 'String', isRequired: isNew, text: 'Must equal `password`.' },
    { name: 'verified', type: 'Boolean', text: `Only ${managers} can set it.` },
  ]
}

/** Describes the body of a create or update request. */
export function bodyTables(subject: DocsSubject, action: Action): ParameterTable[] {
  const { collection } = subject
  const unique = uniqueNames(collection)
  const id: Parameter = { name: 'id', type: 'String', text: '15 letters and digits. Generated if omitted.' }
  const tables = [
    { title: 'Body', parameters: action === 'create' ? [id] : [] },
    { title: 'Body: auth fields', parameters: collection.type === 'auth' ? accountParameters(collection, action) : [] },
    { title: 'Body: fields', parameters: collection.schema.map(field => schemaParameter(field, action, subject, unique)) },
  ]
  return tables.filter(({ parameters }) => parameters.length > 0)
}
