import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { DocsSubject } from '../EndpointDocs.ts'
import { placeholders } from '../samples/writeSamples.ts'
import { exampleEmail } from './exampleRecord.ts'

/** Longer texts of stored records would hide the call that they are sent with. */
const longestText = 80

const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText).trimEnd()}…` : value

const isEmpty = (field: Field, value: unknown): boolean => {
  const type = fieldType(field)
  return type.isEmpty(type.normalize(value, field.options))
}

/** The fields that hold no files and have a value in the example, with it. */
const filledFields = ({ collection, record }: DocsSubject): { field: Field; value: unknown }[] =>
  collection.schema
    .filter(field => !abilitiesOf(field).holdsFiles && !isEmpty(field, record[field.name]))
    .map(field => ({ field, value: shorten(record[field.name]) }))

/** The fields whose files a sample sends: those that must not be empty, else the first one. */
export const sentFiles = ({ collection }: DocsSubject): Field[] => {
  const files = collection.schema.filter(field => abilitiesOf(field).holdsFiles)
  const required = files.filter(field => field.required)
  return required.length > 0 ? required : files.slice(0, 1)
}

/** What a sample sends to create a record, apart from files. */
export const createBody = (subject: DocsSubject): Record<string, unknown> => {
  const { collection } = subject
  const values = Object.fromEntries(filledFields(subject).map(({ field, value }) => [field.name, value]))
  if (collection.type !== 'auth') return values
  const password = placeholders.password.padEnd(collection.options.minPasswordLength, '_')
  return {
    ...{ username: 'test_username', email: exampleEmail(collection), emailVisibility: true },
    ...{ password, passwordConfirm: password },
    ...values,
  }
}

/** How many values a sample changes. */
const mostChanged = 3

/** What a sample sends to change a record. */
export const updateBody = (subject: DocsSubject): Record<string, unknown> =>
  Object.fromEntries(
    filledFields(subject)
      .slice(0, mostChanged)
      .map(({ field, value }) => [field.name, value]),
  )

/** The name of a file that a field takes. */
export const exampleFile = (field: Field): string => {
  const [type = 'image/jpeg'] = abilitiesOf(field).holdsFiles?.(field.options).mimeTypes ?? []
  const ending = type.replace(/^.*\//, '').replace(/\+.*$/, '').replace('jpeg', 'jpg').replace('plain', 'txt')
  return `${field.name}.${ending}`
}
