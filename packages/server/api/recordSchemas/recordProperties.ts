import type { Field } from '@coffer/fields'
import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { jsonSchemaOf } from '@coffer/fields/jsonSchemas'
import { type Collection, shownDates } from '@coffer/schema'

/** A key of a record in a response. */
export interface RecordProperty {
  name: string
  schema: JsonSchema
  /** Whether some records lack it, such as the hidden email of an auth record. */
  isOptional?: true
}

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const date = jsonSchemaOf({ type: 'date' }).value({})

function datesOf(collection: Collection): RecordProperty[] {
  // A view can return rows without a value.
  if (collection.type === 'view') return collection.dates.map(name => ({ name, schema: date, isOptional: true }))
  return shownDates(collection).map(name => ({ name, schema: date }))
}

const authProperties: readonly RecordProperty[] = [
  { name: 'username', schema: text },
  { name: 'email', schema: { ...text, description: 'Absent if the record hides it from the requester.' }, isOptional: true },
  { name: 'emailVisibility', schema: flag },
  { name: 'verified', schema: flag },
]

function fieldProperty(field: Field): RecordProperty {
  const { name, hidden, options } = field
  const schema = jsonSchemaOf(field).value(options)
  return hidden ? { name, schema: { ...schema, description: 'Only admins see it.' }, isOptional: true } : { name, schema }
}

/** Returns the keys of a collection's records in responses, except `expand`. */
export function recordProperties(collection: Collection): RecordProperty[] {
  return [
    { name: 'id', schema: text },
    { name: 'collectionId', schema: { const: collection.id } },
    { name: 'collectionName', schema: { const: collection.name } },
    ...datesOf(collection),
    ...(collection.type === 'auth' ? authProperties : []),
    ...collection.schema.map(fieldProperty),
  ]
}
