import { isObject, parseBoolean } from '@coffer/fields'
import { Rejection, type RejectionCode } from '../../errors/Rejection.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { firstJsonValue } from './firstJsonValue.ts'
import { type JsonObject, payloadField, payloadsOf } from './jsonObject.ts'

interface FormValues {
  text: string
  /** A text. A JSON number is converted to one, such as an id of a provider. */
  textOrNumber: string
  nullableText: string | null
  integer: number
  flag: boolean
  texts: string[]
  /** Any JSON value. It cannot be sent as a plain form field. */
  json: unknown
}

/** The accepted fields of an endpoint with their types. */
export type FormShape = Record<string, keyof FormValues>

/** The parsed fields. Missing and null fields are absent. */
export type Form<Shape extends FormShape> = { -readonly [Name in keyof Shape]?: FormValues[Shape[Name]] }

class WrongType extends Error {
  constructor(name: string) {
    super(`The field ${name} has a wrong type.`)
  }
}

/** Parses a value; undefined leaves the field unset. */
const jsonReaders: { [Kind in keyof FormValues]: (value: unknown, name: string) => FormValues[Kind] | undefined } = {
  text: (value, name) => (value === null ? undefined : requireType(typeof value === 'string', value, name)),
  textOrNumber: (value, name) => jsonReaders.text(typeof value === 'number' ? String(value) : value, name),
  nullableText: (value, name) => (value === null ? null : requireType(typeof value === 'string', value, name)),
  integer: (value, name) => (value === null ? undefined : requireType(isInteger(value), value, name)),
  flag: (value, name) => (value === null ? undefined : requireType(typeof value === 'boolean', value, name)),
  texts: (value, name) => (value === null ? [] : requireType(isTextList(value), value, name)),
  json: value => value,
}

function requireType<T>(isRight: boolean, value: unknown, name: string): T {
  if (!isRight) throw new WrongType(name)
  return value as T
}

const int64 = 2 ** 63
const isInteger = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < int64
const isTextList = (value: unknown) => Array.isArray(value) && value.every(item => typeof item === 'string')

const textReaders: { [Kind in keyof FormValues]: (texts: string[], name: string) => FormValues[Kind] | undefined } = {
  text: ([first]) => first,
  textOrNumber: ([first]) => first,
  nullableText: ([first]) => first,
  integer: ([first = ''], name) => {
    if (first === '') return undefined
    return requireType(/^[+-]?\d+$/.test(first) && isInteger(Number(first)), Number(first), name)
  },
  flag: ([first = ''], name) => {
    if (first === '') return undefined
    const read = parseBoolean(first)
    return requireType(read !== undefined, read === true, name)
  },
  texts: texts => texts,
  json: (_, name) => {
    throw new WrongType(name)
  },
}

/** Finds a field by name, ignoring case. */
const namesOf = (shape: FormShape) => new Map(Object.keys(shape).map(name => [name.toLowerCase(), name]))

function applyJson(target: JsonObject, source: unknown, shape: FormShape): void {
  if (source === null) return
  if (!isObject(source)) throw new WrongType('(body)')
  const names = namesOf(shape)
  for (const [key, value] of Object.entries(source)) {
    const name = names.get(key.toLowerCase())
    const kind = name === undefined ? undefined : shape[name]
    if (name === undefined || kind === undefined) continue
    const read = jsonReaders[kind](value, name)
    if (read !== undefined) target[name] = read
  }
}

function applyTexts(target: JsonObject, values: readonly [string, string][], shape: FormShape): void {
  const names = namesOf(shape)
  const groups = new Map<string, string[]>()
  for (const [key, value] of values) {
    const name = names.get(key.toLowerCase())
    if (name === undefined || key === payloadField) continue
    const group = groups.get(name)
    if (group) group.push(value)
    else groups.set(name, [value])
  }
  for (const [name, texts] of groups) {
    const read = textReaders[shape[name] ?? 'json'](texts, name)
    if (read !== undefined) target[name] = read
  }
}

/**
 * Parses a body with a fixed set of fields: JSON, or a form combined with the query parameters. Without a body it is empty.
 * @param code how an invalid body is rejected
 * @throws Rejection for an unknown content type, invalid JSON, JSON that exceeds a limit, or a value of the wrong type
 */
export function readForm<const Shape extends FormShape>(
  request: ApiRequest,
  shape: Shape,
  code: RejectionCode = 'dataNotLoaded',
): Form<Shape> {
  const { body } = request
  const target: JsonObject = {}
  try {
    if (body.kind === 'unreadable') throw new Error(body.reason)
    if (body.kind === 'json') applyJson(target, firstJsonValue(body.text), shape)
    if (body.kind === 'form') {
      for (const payload of payloadsOf(body.values)) applyJson(target, payload, shape)
      applyTexts(target, [...body.values, ...request.query], shape)
    }
  } catch (error) {
    throw error instanceof Rejection ? error : new Rejection('invalid', { code, cause: error })
  }
  return target as Form<Shape>
}

/** Returns the objects that a body sends with all their keys, which `readForm` reads by name. The body must be readable. */
export function sentObjects({ body }: ApiRequest): JsonObject[] {
  if (body.kind === 'form') return [...payloadsOf(body.values), Object.fromEntries(body.values)]
  const sent = body.kind === 'json' ? firstJsonValue(body.text) : undefined
  return isObject(sent) ? [sent] : []
}
