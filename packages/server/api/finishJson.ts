import { type FieldSelection, parseFields } from '@coffer/schema'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { JsonSource, type JsonText, jsonTextOrBytes, longJson } from '../messages/json.ts'
import { parameter } from './parameters.ts'

/** Loaded with the first field list, because excerpts need an HTML parser. */
async function pick(value: unknown, selection: FieldSelection): Promise<unknown> {
  const { pickFields } = await import('@coffer/schema/pickFields')
  return pickFields(value, selection)
}

/**
 * Maximum length of a record's JSON text that is cached for other responses. With cached texts, lists of 500 short records are
 * four times as fast.
 */
const maxCachedLength = 8 * 1024

function serializeJson(value: unknown): JsonText {
  if (!(value instanceof JsonSource)) return jsonTextOrBytes(value)
  const { length } = value
  if (length > longJson && length > maxCachedLength * value.records) return jsonTextOrBytes(value.value())
  return `${value.text()}\n`
}

/**
 * Serializes a successful response as text, or as bytes if it is long. Applies the `fields` parameter, and indents the JSON for `pretty`.
 * @throws FilterError if the field list is invalid
 */
export async function finishJson(value: unknown, query: ApiRequest['query']): Promise<JsonText> {
  if (query.length === 0) return serializeJson(value)
  const list = parameter({ query }, 'fields')
  const selection = list === undefined ? undefined : parseFields(list)
  const isPretty = query.some(([name]) => name === 'pretty')
  if (!selection && !isPretty) return serializeJson(value)
  const plain = value instanceof JsonSource ? value.value() : value
  return jsonTextOrBytes(selection ? await pick(plain, selection) : plain, isPretty)
}
