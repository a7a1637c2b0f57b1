import { type Field, fieldTypes, isFieldTypeName, setting, shape } from '@coffer/fields'
import * as v from 'valibot'
import type { FieldDraft } from './CollectionDraft.ts'
import { matchKeys } from './matchKeys.ts'

/** Thrown when a collection or its fields cannot be parsed. The message is the reason. */
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
  help: v.nullish(v.string()),
  hidden: v.nullish(v.boolean()),
})

const keys = ['system', 'id', 'name', 'type', 'required', 'presentable', 'unique', 'options', 'help', 'hidden']

/** A type of older servers. It is parsed so that the error can name the field. */
const formerType = 'user'

function readOptions(type: string, sent: unknown): Field['options'] {
  if (type === formerType) return {}
  if (!isFieldTypeName(type)) throw new MalformedCollection(`There is no field type "${type}".`)
  const shape = fieldTypes[type].options
  const options = shape.safeParse(matchKeys(sent, Object.keys(shape.parse({}))))
  if (!options.success) throw new MalformedCollection(`The options of a ${type} field cannot be read: ${options.problem}.`)
  return options.data as Field['options']
}

function readField(sent: unknown, newId: () => string): FieldDraft {
  const read = head.safeParse(matchKeys(sent, keys))
  if (!read.success) throw new MalformedCollection(`A field cannot be read: ${read.problem}.`)
  const { options, help, hidden, ...field } = read.data
  return {
    ...field,
    id: field.id || newId(),
    options: readOptions(field.type, options),
    ...(typeof help === 'string' && { help }),
    ...(typeof hidden === 'boolean' && { hidden }),
  }
}

/**
 * Parses the fields of a collection and completes their options. A field without an id gets a new one. If several fields have the
 * same id, the last one replaces the others.
 * @throws MalformedCollection when the value is not a list of fields, a type is unknown, or an option has the wrong type
 */
export function readFieldDrafts(sent: unknown, newId: () => string): FieldDraft[] {
  if (sent === null || sent === undefined) return []
  if (!Array.isArray(sent)) throw new MalformedCollection('The fields of a collection are a list.')
  const fields = sent.map(field => readField(field, newId))
  return [...new Map(fields.map(field => [field.id, field])).values()]
}
