import { fieldType, fieldTypes, isObject } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { ApiError, badRequest } from '../../errors/ApiError.ts'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import type { RecordData } from '../../records/WriteRequest.ts'
import { firstJsonValue } from './firstJsonValue.ts'
import { type JsonObject, payloadField, payloadsOf } from './jsonObject.ts'
import { readParsed } from './parsedRecord.ts'

const textOptions = fieldTypes.text.options.parse({})

/** Converts a form text to a boolean, to a number if it is in canonical notation, or returns the text. */
export const inferValue = (text: string): unknown => {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?\d/.test(text) && fieldTypes.text.normalize(Number(text), textOptions) === text ? Number(text) : text
}

/** The error message for a body that cannot be parsed as record data. */
export const invalidFormatting = 'Failed to load the submitted data due to invalid formatting.'

type Form = Extract<Body, { kind: 'form' }>
type JsonBody = Extract<Body, { kind: 'json' }>

const readBodies = new WeakMap<JsonBody, JsonObject>()

/** Parsed once per request, because both rules and records read the body. */
const readJson = (body: JsonBody): JsonObject => {
  const known = readBodies.get(body)
  if (known) return known
  const value = firstJsonValue(body.text) ?? {}
  if (!isObject(value)) throw new SyntaxError('The body is JSON, but no object.')
  readBodies.set(body, value)
  return value
}

/** Record routes accept only these media types, with any parameters. */
const mediaType = (request: ApiRequest) => (request.headers['content-type'] ?? '').split(';')[0]?.trim()

const groupByName = ({ values }: Form): Map<string, string[]> => {
  const groups = new Map<string, string[]>()
  for (const [name, value] of values) {
    if (name === payloadField) continue
    const group = groups.get(name)
    if (group) group.push(value)
    else groups.set(name, [value])
  }
  return groups
}

/** Merges the payloads in order, then the plain fields, converted with `toValue`. */
const mergeForm = (form: Form, toValue: (name: string, texts: [string, ...string[]]) => unknown): JsonObject => {
  const merged = new Map<string, unknown>()
  for (const payload of payloadsOf(form.values)) {
    for (const [name, value] of Object.entries(payload)) merged.set(name, value)
  }
  for (const [name, texts] of groupByName(form)) merged.set(name, toValue(name, texts as [string, ...string[]]))
  return Object.fromEntries(merged)
}

/** Returns the names of fields whose type can have several texts, even if their options allow only one. */
const listFields = (collection: Collection): Set<string> =>
  new Set(
    collection.schema.filter(field => fieldType(field).filterModifiers(field.options).includes('each')).map(({ name }) => name),
  )

/**
 * Returns the submitted values and files of a record. In a form, a list field gets all of its texts, any other key the first one.
 * @throws ApiError 400 if the body is neither JSON nor a multipart form
 */
export const readData = (request: ApiRequest, collection: Collection): RecordData => {
  const { body } = request
  if (body.kind === 'parsed') return readParsed(body).data
  try {
    if (body.kind === 'json' && mediaType(request) === 'application/json') return { values: readJson(body), uploads: [] }
    if (body.kind === 'form' && mediaType(request) === 'multipart/form-data') {
      const lists = listFields(collection)
      const values = mergeForm(body, (name, texts) => (lists.has(name) ? texts : texts[0]))
      return { values, uploads: body.uploads }
    }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(invalidFormatting, {}, error)
  }
  throw badRequest(invalidFormatting, {}, body.kind === 'unreadable' ? body.reason : `a ${body.kind} body`)
}

/**
 * Returns the body as rules see it in `@request.data`. In a form, texts that look like a number or a boolean are converted, and a
 * repeated key is a list. An invalid body is empty. Files are never included.
 */
export const readRuleData = ({ body }: ApiRequest): JsonObject => {
  if (body.kind === 'form') {
    return mergeForm(body, (_, [first, ...more]) => (more.length === 0 ? inferValue(first) : [first, ...more].map(inferValue)))
  }
  if (body.kind === 'parsed') return readParsed(body).ruleData
  if (body.kind !== 'json') return {}
  try {
    return readJson(body)
  } catch {
    return {}
  }
}
