import { fieldType, fieldTypes, isObject } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import type { ApiDialect } from '../../messages/dialects.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { firstJsonValue } from './firstJsonValue.ts'
import { type JsonObject, payloadField, payloadsOf } from './jsonObject.ts'
import { readParsed } from './parsedRecord.ts'

const textOptions = fieldTypes.text.options.parse({})

/** Converts a form text to a boolean, to a number if it is in canonical notation, or returns the text. */
export function inferValue(text: string): unknown {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?\d/.test(text) && fieldTypes.text.normalize(Number(text), textOptions) === text ? Number(text) : text
}

type Form = Extract<Body, { kind: 'form' }>
type JsonBody = Extract<Body, { kind: 'json' }>

const readBodies = new WeakMap<JsonBody, JsonObject>()

/** Parsed once per request, because both rules and records read the body. */
function readJson(body: JsonBody): JsonObject {
  const known = readBodies.get(body)
  if (known) return known
  const value = firstJsonValue(body.text) ?? {}
  if (!isObject(value)) throw new SyntaxError('The body is JSON, but no object.')
  readBodies.set(body, value)
  return value
}

/** Returns the media type of a body, without its parameters. */
export function mediaType(request: ApiRequest): string {
  return request.headers['content-type']?.split(';')[0]?.trim() ?? ''
}

function groupByName({ values }: Form): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of values) {
    if (name === payloadField) continue
    const group = groups.get(name)
    if (group) group.push(value)
    else groups.set(name, [value])
  }
  return groups
}

/**
 * Merges the payloads and the plain fields, converted with `toValue`. If both have a key, the field counts in the dialect of 0.22, and
 * the payload in today's.
 */
function mergeForm(
  form: Form,
  dialect: ApiDialect | undefined,
  toValue: (name: string, texts: [string, ...string[]]) => unknown,
): JsonObject {
  const payloads = payloadsOf(form.values).flatMap(Object.entries)
  const fields = Array.from(groupByName(form), ([name, texts]): [string, unknown] => [
    name,
    toValue(name, texts as [string, ...string[]]),
  ])
  return Object.fromEntries(dialect === 'today' ? [...fields, ...payloads] : [...payloads, ...fields])
}

/** Returns the names of fields whose type can have several texts, even if their options allow only one. */
const listFields = (collection: Collection): Set<string> =>
  new Set(
    collection.schema.filter(field => fieldType(field).filterModifiers(field.options).includes('each')).map(({ name }) => name),
  )

/**
 * Returns the submitted values and files of a record. In a form, a list field gets all of its texts, any other key the first one.
 * @throws Rejection if the body is neither JSON nor a multipart form, or, in today's dialect, an urlencoded one
 */
export function readData(request: ApiRequest, collection: Collection): RecordInput {
  const { body, dialect } = request
  const forms = dialect === 'today' ? ['multipart/form-data', 'application/x-www-form-urlencoded'] : ['multipart/form-data']
  if (body.kind === 'parsed') return readParsed(body).data
  try {
    if (body.kind === 'json' && mediaType(request) === 'application/json') return { values: readJson(body), files: [] }
    if (body.kind === 'form' && forms.includes(mediaType(request))) {
      const lists = listFields(collection)
      const values = mergeForm(body, dialect, (name, texts) => (lists.has(name) ? texts : texts[0]))
      return { values, files: body.uploads }
    }
  } catch (error) {
    throw error instanceof Rejection ? error : new Rejection('invalid', { code: 'dataMalformed', cause: error })
  }
  throw new Rejection('invalid', {
    code: 'dataMalformed',
    cause: body.kind === 'unreadable' ? body.reason : `a ${body.kind} body`,
  })
}

/**
 * Returns the body as rules see it in `@request.data`. In a form, texts that look like a number or a boolean are converted, and a
 * repeated key is a list. An invalid body is empty. Files are never included.
 */
export function readRuleData({ body, dialect }: ApiRequest): JsonObject {
  if (body.kind === 'form') {
    return mergeForm(body, dialect, (_, [first, ...more]) =>
      more.length === 0 ? inferValue(first) : [first, ...more].map(inferValue),
    )
  }
  if (body.kind === 'parsed') return readParsed(body).ruleData
  if (body.kind !== 'json') return {}
  try {
    return readJson(body)
  } catch {
    return {}
  }
}

/**
 * Returns the submitted record, with its values as rules see them.
 * @throws Rejection if the body is neither JSON nor a multipart form
 */
export function readInput(request: ApiRequest, collection: Collection): RecordInput {
  return { ...readData(request, collection), ruleValues: readRuleData(request) }
}
