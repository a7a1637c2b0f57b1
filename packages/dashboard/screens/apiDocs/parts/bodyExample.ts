import { type Field, fieldType, fieldTypes } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { AuthCollection, Collection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { RuleNeeds } from '../rules/RuleNeeds.ts'
import { placeholders } from '../samples/writeSamples.ts'
import { BodyBuilder, type BodyExample, isRequiredByRule, uniqueColumns } from './BodyBuilder.ts'
import { isExample } from './exampleRecord.ts'
import { targetOf } from './relations.ts'

const holdsFiles = (field: Field): boolean => abilitiesOf(field).holdsFiles !== undefined

const isRelation = (field: Field): boolean => targetOf(field) !== undefined

/** Returns the system fields of auth records that samples send, with their validation options. */
function accountFields(collection: Collection): Field[] {
  if (collection.type !== 'auth') return []
  const { text, email, bool } = fieldTypes
  const { onlyEmailDomains, exceptEmailDomains, requireEmail } = collection.options
  const shared = { system: true, presentable: false, unique: false, required: false }
  const username = text.options.parse({ min: 3, max: 150, pattern: '^\\w[\\w.-]*$' })
  const domains = email.options.parse({ onlyDomains: onlyEmailDomains, exceptDomains: exceptEmailDomains })
  return [
    { ...shared, id: 'username', name: 'username', type: 'text', options: { ...username } },
    { ...shared, id: 'email', name: 'email', type: 'email', required: requireEmail, options: { ...domains } },
    {
      ...shared,
      id: 'emailVisibility',
      name: 'emailVisibility',
      type: 'bool',
      options: { ...bool.options.parse({}) },
    },
  ]
}

/** Returns the password of a new auth record in samples. */
function passwordOf({ options }: AuthCollection) {
  const password = placeholders.newPassword.padEnd(options.minPasswordLength, '_')
  return { password, passwordConfirm: password }
}

const isAllowed = (needs: RuleNeeds, { name }: Field): boolean => needs.fields.get(name)?.isSent !== false

const isNeeded = (needs: RuleNeeds, { name }: Field): boolean => isRequiredByRule(needs.fields.get(name))

/** Builds a body of the fields, and of other values that the rule requires. */
function buildBody(subject: DocsSubject, needs: RuleNeeds, fields: readonly Field[]): BodyExample {
  const { collection } = subject
  const builder = new BodyBuilder(subject, needs)
  for (const field of fields) builder.add(field)
  const known = [...collection.schema, ...accountFields(collection)].map(({ name }) => name)
  for (const [name, need] of needs.fields) {
    if (known.includes(name) || !isRequiredByRule(need)) continue
    builder.values[name] = need.tests.find(({ operator }) => operator === '=')?.wanted ?? '1'
  }
  return builder.build()
}

/** Returns the file fields that a sample uploads to: required ones, else the first one. */
function sentFiles({ collection }: DocsSubject, needs: RuleNeeds): Field[] {
  const fields = collection.schema.filter(field => holdsFiles(field) && isAllowed(needs, field))
  const needed = fields.filter(field => field.required || isNeeded(needs, field))
  return needed.length > 0 ? needed : fields.slice(0, 1)
}

/** Builds the body of a sample that creates a record. */
export function createBody(subject: DocsSubject, needs: RuleNeeds): BodyExample {
  const { collection, record } = subject
  // The user would have to replace ids of related records, so only required and stored ones are sent.
  const hasIds = (field: Field) =>
    !isExample(record) && !fieldType(field).isEmpty(fieldType(field).normalize(record[field.name], field.options))
  const fields = [...accountFields(collection), ...collection.schema].filter(
    field =>
      isAllowed(needs, field) &&
      !holdsFiles(field) &&
      (!isRelation(field) || field.required || isNeeded(needs, field) || hasIds(field)),
  )
  const body = buildBody(subject, needs, [...fields, ...sentFiles(subject, needs)])
  return collection.type === 'auth' ? { ...body, values: { ...body.values, ...passwordOf(collection) } } : body
}

/** Maximum number of changed values in a sample that the rule does not require. */
const maxChanged = 3

/** Builds the body of a sample that updates a record. */
export function updateBody(subject: DocsSubject, needs: RuleNeeds): BodyExample {
  const { collection } = subject
  const unique = uniqueColumns(collection).flat()
  const plain = collection.schema.filter(
    field => !holdsFiles(field) && !isRelation(field) && !unique.includes(field.name) && isAllowed(needs, field),
  )
  const changed = plain.length > 0 ? plain.slice(0, maxChanged) : accountFields(collection).filter(({ type }) => type === 'bool')
  const needed = collection.schema.filter(field => isNeeded(needs, field) && !changed.includes(field))
  return buildBody(subject, needs, [...needed, ...changed])
}

/** Returns the name of an example file that the field accepts. */
export function exampleFile(field: Field): string {
  const [type = 'image/jpeg'] = abilitiesOf(field).holdsFiles?.(field.options).mimeTypes ?? []
  const ending = type.replace(/^.*\//, '').replace(/\+.*$/, '').replace('jpeg', 'jpg').replace('plain', 'txt')
  return `${field.name}.${ending}`
}
