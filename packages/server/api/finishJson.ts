import { type FieldSelection, parseFields } from '@coffer/schema'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { jsonText } from './jsonText.ts'

/** Loaded with the first field list: excerpts bring along an HTML parser. */
const pick = async (answer: unknown, selection: FieldSelection): Promise<unknown> => {
  const { pickFields } = await import('@coffer/schema/pickFields')
  return pickFields(answer, selection)
}

/**
 * A successful answer as JSON text: what the query asks for with `fields`, indented when it names `pretty`.
 * @throws FilterError when the field list cannot be read
 */
export const finishJson = async (answer: unknown, query: ApiRequest['query']): Promise<string> => {
  if (query.length === 0) return jsonText(answer)
  const list = query.find(([name]) => name === 'fields')?.[1] ?? ''
  const selection = list === '' ? undefined : parseFields(list)
  const isPretty = query.some(([name]) => name === 'pretty')
  return jsonText(selection ? await pick(answer, selection) : answer, isPretty)
}
