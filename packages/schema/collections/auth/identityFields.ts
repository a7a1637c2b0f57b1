import { fieldType, type Issue, isFieldTypeName } from '@coffer/fields'
import * as v from 'valibot'
import { type IndexDefinition, parseIndex } from '../../indexes/parseIndex.ts'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { authPart, type DraftParts } from './AuthPart.ts'

const fixedFields = ['email', 'username']
const maxIdentityFields = 10

/** The identity fields in their order; empty if they are only the email and the username, which 0.22 has options for. */
const schema = v.optional(v.array(v.string()), () => [] as string[])

interface Options {
  allowEmailAuth: boolean
  allowUsernameAuth: boolean
  coffer?: { identityFields?: readonly string[] | undefined } | undefined
}

const allowedOf = ({ allowEmailAuth, allowUsernameAuth }: Options): string[] => [
  ...(allowEmailAuth ? ['email'] : []),
  ...(allowUsernameAuth ? ['username'] : []),
]

/** Returns the fields by which the auth records of a collection sign in with a password; none if passwords are off. */
export function identityFieldsOf(options: Options): string[] {
  const allowed = allowedOf(options)
  const listed = options.coffer?.identityFields ?? []
  const own = listed.filter(name => !fixedFields.includes(name) || allowed.includes(name))
  return [...own, ...allowed.filter(name => !own.includes(name))]
}

/** Whether an index contains all records that have a value. */
function coversAll({ where }: IndexDefinition, fieldName: string): boolean {
  const condition = where.replaceAll(/[`"[\]]/g, '').trim()
  return condition === '' || new RegExp(`^${fieldName}\\s*(?:!=|<>|is\\s+not)\\s*(?:''|0|null)$`, 'i').test(condition)
}

/** Returns the index that lets only one record have a value of a field; undefined if there is none. */
export function uniqueIndexOf(indexes: readonly string[], fieldName: string): IndexDefinition | undefined {
  for (const statement of indexes) {
    const index = parseIndex(statement)
    const [column, ...others] = index?.columns ?? []
    const isOwn = index?.isUnique && others.length === 0 && column?.name.toLowerCase() === fieldName.toLowerCase()
    if (isOwn && coversAll(index, fieldName)) return index
  }
  return undefined
}

function validateIdentityField(name: string, { schema: fields, indexes }: DraftParts): Issue | undefined {
  if (fixedFields.includes(name)) return undefined
  const field = fields.find(one => one.name === name)
  if (!field || !isFieldTypeName(field.type))
    return { code: 'validation_missing_field', message: `There is no field "${name}". Remove it from the identity fields.` }
  const { type, options } = field
  const column = fieldType({ type }).column(options)
  if (column !== 'text' && column !== 'number')
    return {
      code: 'validation_invalid_field',
      message: `"${name}" cannot identify a record: choose a field with one text or number.`,
    }
  if (!uniqueIndexOf(indexes, name))
    return {
      code: 'validation_missing_unique_constraint',
      message: `Records sign in with "${name}", so it needs a unique index of its own. Add the index, or remove "${name}" from the identity fields.`,
    }
  return undefined
}

function validateNames(names: readonly string[], draft: DraftParts): Issue | Issues {
  if (names.length > maxIdentityFields)
    return { code: 'validation_length_too_long', message: `Choose at most ${maxIdentityFields} identity fields.` }
  return collectIssues(
    Object.fromEntries(
      names.map((name, index) => [
        index,
        names.indexOf(name) < index
          ? { code: 'validation_duplicated', message: `"${name}" is listed twice.` }
          : validateIdentityField(name, draft),
      ]),
    ),
  )
}

export const identityFields = authPart({
  schema,
  newerKeys: ['passwordAuth'],
  toNewer: (_, options) => {
    const names = identityFieldsOf(options)
    return { passwordAuth: { enabled: names.length > 0, identityFields: names } }
  },
  fromNewer: ({ options: { passwordAuth } }) => {
    const names: string[] = passwordAuth.enabled ? [...passwordAuth.identityFields] : []
    const usual = fixedFields.filter(name => names.includes(name))
    return names.join() === usual.join() ? ([] as string[]) : names
  },
  toNewerIssues: issues => ({ passwordAuth: { identityFields: issues } }),
  validate: (names, { draft }) => validateNames(names, draft),
})
