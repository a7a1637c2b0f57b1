import { type Field, fieldTypes, isFieldTypeName, setting, shape } from '@coffer/fields'
import * as v from 'valibot'
import type { FieldDraft } from './CollectionDraft.ts'
import { matchKeys } from './matchKeys.ts'

/** Why what was sent as a collection, or as its fields, cannot be read. */
export class MalformedCollection extends Error {}

const head = shape({
  system: setting(v.boolean(), false),
  id: setting(v.string(), ''),
  name: setting(v.string(), ''),
  type: v.string(),
  required: setting(v.boolean(), false),
  presentable: setting(v.boolean(), false),
  unique: setting(v.boolean(), false),
  options: setting(v.unknown(), {}),
})

const keys = ['system', 'id', 'name', 'type', 'required', 'presentable', 'unique', 'options']

/** Older servers knew it. It can be read, so that it is refused with its place. */
const formerType = 'user'

const readOptions = (type: string, sent: unknown): Field['options'] => {
  if (type === formerType) return {}
  if (!isFieldTypeName(type)) throw new MalformedCollection(`There is no field type "${type}".`)
  const shape = fieldTypes[type].options
  const options = shape.safeParse(matchKeys(sent, Object.keys(shape.parse({}))))
  if (!options.success) throw new MalformedCollection(`The options of a ${type} field cannot be read: ${options.problem}.`)
  return options.data as Field['options']
}

const readField = (sent: unknown, newId: () => string): FieldDraft => {
  const read = head.safeParse(matchKeys(sent, keys))
  if (!read.success) throw new MalformedCollection(`A field cannot be read: ${read.problem}.`)
  const { options, ...field } = read.data
  return { ...field, id: field.id || newId(), options: readOptions(field.type, options) }
}

/**
 * Reads the fields of a collection as a client sends them, with complete options. A field without an id gets a new one; of those
 * with the same id the last takes the place of the first.
 * @throws MalformedCollection for what is no list of fields, an unknown type, and options of a wrong kind
 */
export const readFieldDrafts = (sent: unknown, newId: () => string): FieldDraft[] => {
  if (sent === null || sent === undefined) return []
  if (!Array.isArray(sent)) throw new MalformedCollection('The fields of a collection are a list.')
  const fields = sent.map(field => readField(field, newId))
  return [...new Map(fields.map(field => [field.id, field])).values()]
}
