import { type FieldSelection, parseFields } from '@coffer/schema'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { JsonSource } from '../request/JsonSource.ts'
import { jsonText } from '../request/jsonText.ts'

/** Loaded with the first field list: excerpts bring along an HTML parser. */
const pick = async (answer: unknown, selection: FieldSelection): Promise<unknown> => {
  const { pickFields } = await import('@coffer/schema/pickFields')
  return pickFields(answer, selection)
}

const textOf = (answer: unknown): string | string[] => {
  if (!(answer instanceof JsonSource)) return jsonText(answer)
  const parts = answer.parts()
  const end = `${parts.pop()}\n`
  return parts.length === 0 ? end : [...parts, end]
}

/**
 * A successful answer as JSON text, or as parts of it: what the query asks for with `fields`, indented when it names `pretty`.
 * @throws FilterError when the field list cannot be read
 */
export const finishJson = async (answer: unknown, query: ApiRequest['query']): Promise<string | string[]> => {
  if (query.length === 0) return textOf(answer)
  const list = query.find(([name]) => name === 'fields')?.[1] ?? ''
  const selection = list === '' ? undefined : parseFields(list)
  const isPretty = query.some(([name]) => name === 'pretty')
  if (!selection && !isPretty) return textOf(answer)
  const value = answer instanceof JsonSource ? answer.value() : answer
  return jsonText(selection ? await pick(value, selection) : value, isPretty)
}
