import type { FieldType, Issue, SqlValue } from '../contract.ts'
import { formatBytes } from '../file/formatBytes.ts'
import { abilities } from './abilities.ts'
import { serializeJson, startsLikeJson, toJsonText } from './jsonText.ts'
import { MalformedJson } from './MalformedJson.ts'
import { type JsonOptions, jsonOptions, validateJsonOptions } from './options.ts'
import { SerializedJson } from './SerializedJson.ts'
import { utf8Length } from './utf8Length.ts'

/** JSON as text, so that values sent as text keep their formatting; null is no value. */
type JsonText = string | null

/** Represents a value that JSON cannot represent. Unambiguous, because JSON text is never empty. */
const invalidJson = ''

const emptyForm = /^(?:null|""|\[\s*\]|\{\s*\})\s*$/

function normalize(input: unknown): JsonText {
  if (input === null || input === undefined) return null
  if (input instanceof SerializedJson) return input.text
  if (typeof input === 'string') return toJsonText(input.toWellFormed())
  return input instanceof MalformedJson ? invalidJson : (serializeJson(input) ?? invalidJson)
}

// The column has numeric affinity, so JSON numbers come back as numbers. Other text is not parsed here to keep reads fast:
// invalid JSON, which only another program can have written, is handled by toJson.
function decode(stored: SqlValue): JsonText {
  if (typeof stored === 'string') return startsLikeJson(stored) ? stored : JSON.stringify(stored)
  if (typeof stored === 'number') return JSON.stringify(stored)
  return typeof stored === 'bigint' ? String(stored) : null
}

function toJson(value: JsonText): unknown {
  if (value === null) return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function validate(value: JsonText, { maxSize }: JsonOptions): Issue | undefined {
  if (value === invalidJson) return { code: 'validation_invalid_json', message: 'Must be a valid json value.' }
  if (value === null || value.length * 3 <= maxSize || emptyForm.test(value)) return undefined
  return utf8Length(value) > maxSize
    ? { code: 'validation_json_size_limit', message: `The maximum allowed JSON size is ${maxSize} bytes.` }
    : undefined
}

/** A JSON value of any shape. */
export const field: FieldType<JsonOptions, JsonText> = {
  ...abilities,
  label: 'JSON',
  options: jsonOptions,
  validateOptions: validateJsonOptions,
  column: () => 'json',
  empty: () => null,
  isEmpty: value => value === null || emptyForm.test(value),
  normalize,
  validate,
  encode: value => value,
  decode,
  toJson,
  isMultiple: () => false,
  filterModifiers: () => [],
  describe: ({ maxSize }) => (maxSize > 0 ? `Any JSON of at most ${formatBytes(maxSize)}.` : 'Any JSON.'),
  example: options => (validate('{"key":"value"}', options) ? null : '{"key":"value"}'),
}
