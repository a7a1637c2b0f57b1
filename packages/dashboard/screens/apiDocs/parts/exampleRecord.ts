import type { RecordJson } from '@coffer/fields'
import { fieldType, fieldTypes } from '@coffer/fields'
import { type AuthCollection, type Collection, shownDates } from '@coffer/schema'

/** Placeholder for the id of a record. */
export const exampleId = 'RECORD_ID'

/** Whether a record is an example and not a stored one. */
export function isExample({ id }: Pick<RecordJson, 'id'>): boolean {
  return id === exampleId
}

const created = '2022-01-01 10:00:00.123Z'
const updated = '2022-01-02 11:30:00.456Z'

/** Returns an email that the options of the collection allow. */
function exampleEmail({ options }: AuthCollection): string {
  const { onlyEmailDomains, exceptEmailDomains } = options
  const { email } = fieldTypes
  return email.example(email.options.parse({ onlyDomains: onlyEmailDomains, exceptDomains: exceptEmailDomains }))
}

/** Builds an example record from the examples of the field types, with keys sorted as in responses. */
export function exampleRecord(collection: Collection): RecordJson {
  const dates = shownDates(collection)
  const account =
    collection.type === 'auth'
      ? { username: 'test_username', email: exampleEmail(collection), emailVisibility: true, verified: true }
      : {}
  const values = collection.schema.map(field => {
    const type = fieldType(field)
    return [field.name, type.toJson(type.example(field.options))]
  })
  const record = {
    id: exampleId,
    collectionId: collection.id,
    collectionName: collection.name,
    ...(dates.includes('created') && { created }),
    ...(dates.includes('updated') && { updated }),
    ...account,
    ...Object.fromEntries(values),
  }
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))) as RecordJson
}
