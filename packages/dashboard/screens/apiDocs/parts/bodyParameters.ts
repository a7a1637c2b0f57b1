import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { type AuthCollection, type Collection, parseIndex } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { Parameter, ParameterTable } from '../EndpointDocs.ts'

type Action = 'create' | 'update'

/** What a value is in JSON. */
const jsonTypeOf = (field: Field): string => {
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

const targetText = (field: Field, { collections }: DocsSubject): string => {
  const id = abilitiesOf(field).refersTo?.(field.options)
  if (id === undefined) return ''
  const name = collections.find(collection => collection.id === id)?.name
  const noun = fieldType(field).isMultiple(field.options) ? 'Ids of records' : 'Id of a record'
  return name === undefined ? `${noun} of a collection that is no longer there.` : `${noun} of \`${name}\`.`
}

/** What a field that must not be empty asks of a value for which that is no matter of course. */
const requiredText = (field: Field): string => {
  if (!field.required) return ''
  const type = fieldType(field)
  const empty = type.toJson(type.empty(field.options))
  if (empty === false) return 'Must be true.'
  return empty === 0 ? 'Must not be 0.' : ''
}

/** How a change may build on the value that is there. */
const changeText = (field: Field): string => {
  const { name } = field
  const { comparesAsNumber, holdsFiles } = abilitiesOf(field)
  const isMultiple = fieldType(field).isMultiple(field.options)
  if (comparesAsNumber) return `\`${name}+\` adds to it, \`${name}-\` subtracts.`
  if (holdsFiles) {
    return isMultiple ? `Files that are sent are added; \`${name}-\` with their names removes some.` : '`null` removes the file.'
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
    unique.includes(field.name) && 'No two records may have the same.',
    action === 'update' && changeText(field),
  ]
    .filter(Boolean)
    .join(' '),
})

const domainText = ({ onlyEmailDomains, exceptEmailDomains }: AuthCollection['options']): string => {
  if (onlyEmailDomains?.length) return ` Only at ${onlyEmailDomains.join(', ')}.`
  return exceptEmailDomains?.length ? ` Not at ${exceptEmailDomains.join(', ')}.` : ''
}

/** What makes a record an account. */
const accountParameters = ({ options }: AuthCollection, action: Action): Parameter[] => {
  const isNew = action === 'create'
  const managers = options.manageRule ? 'admins and those who pass the manage rule' : 'admins'
  const length = `${options.minPasswordLength} to 72 characters.`
  return [
    {
      name: 'username',
      type: 'String',
      text: `3 to 150 letters, digits, \`.\`, \`-\` and \`_\`, unique.${isNew ? ' Made up when left out.' : ''}`,
    },
    {
      name: 'email',
      type: 'String',
      isRequired: isNew && options.requireEmail,
      text: isNew
        ? `An email address, unique.${domainText(options)}`
        : `May be changed here by ${managers} alone; others ask with \`request-email-change\`.${domainText(options)}`,
    },
    { name: 'emailVisibility', type: 'Boolean', text: 'Whether others than the account and its managers see the email.' },
    ...(isNew
      ? []
      : [{ name: 'oldPassword', type: 'String', text: `The current password, when it is changed; not asked of ${managers}.` }]),
    {
      name: 'password',
      type: 'String',
      isRequired: isNew,
      text: isNew ? length : `A new password: ${length} It ends all sessions of the account.`,
    },
    { name: 'passwordConfirm', type: 'String', isRequired: isNew, text: 'The password once more.' },
    { name: 'verified', type: 'Boolean', text: `May be set by ${managers} alone.` },
  ]
}

/** What a record is created from, or changed with. */
export const bodyTables = (subject: DocsSubject, action: Action): ParameterTable[] => {
  const { collection } = subject
  const unique = uniqueNames(collection)
  const id: Parameter = { name: 'id', type: 'String', text: '15 letters and digits. Made up when left out.' }
  const tables = [
    { title: 'Body', parameters: action === 'create' ? [id] : [] },
    { title: 'Body: account', parameters: collection.type === 'auth' ? accountParameters(collection, action) : [] },
    { title: 'Body: fields', parameters: collection.schema.map(field => schemaParameter(field, action, subject, unique)) },
  ]
  return tables.filter(({ parameters }) => parameters.length > 0)
}
