import { type FieldSelection, parseFields } from '@coffer/schema'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { JsonSource, type JsonText, jsonTextOrBytes, longJson } from '../messages/json.ts'

/** Loaded with the first field list, because excerpts need an HTML parser. */
const pick = async (answer: unknown, selection: FieldSelection): Promise<unknown> => {
  const { pickFields } = await import('@coffer/schema/pickFields')
  return pickFields(answer, selection)
}

/**
 * Maximum length of a record's JSON text that is cached for other responses. With cached texts, lists of 500 short records are
 * four times as fast.
 */
const longRecord = 8 * 1024

const answerJson = (answer: unknown): JsonText => {
  if (!(answer instanceof JsonSource)) return jsonTextOrBytes(answer)
  const { length } = answer
  if (length > longJson && length > longRecord * answer.records) return jsonTextOrBytes(answer.value())
  const parts = answer.parts()
  const end = `${parts.pop()}\n`
  return parts.length === 0 ? end : [...parts, end]
}

/**
 * Serializes a successful response as text, parts or bytes. Applies the `fields` parameter, and indents the JSON for `pretty`.
 * @throws FilterError if the field list is invalid
 */
export const finishJson = async (answer: unknown, query: ApiRequest['query']): Promise<JsonText> => {
  if (query.length === 0) return answerJson(answer)
  const list = query.find(([name]) => name === 'fields')?.[1] ?? ''
  const selection = list === '' ? undefined : parseFields(list)
  const isPretty = query.some(([name]) => name === 'pretty')
  if (!selection && !isPretty) return answerJson(answer)
  const value = answer instanceof JsonSource ? answer.value() : answer
  return jsonTextOrBytes(selection ? await pick(value, selection) : value, isPretty)
}
