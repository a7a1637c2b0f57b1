import { parseFields, pickFields } from '@coffer/schema'
import type { ApiRequest } from './contract.ts'
import { jsonText } from './jsonText.ts'

/**
 * A successful answer as JSON text: what the query asks for with `fields`, indented when it names `pretty`.
 * @throws FilterError when the field list cannot be read
 */
export const finishJson = (answer: unknown, query: ApiRequest['query']): string => {
  if (query.length === 0) return jsonText(answer)
  const list = query.find(([name]) => name === 'fields')?.[1] ?? ''
  const selection = list === '' ? undefined : parseFields(list)
  const isPretty = query.some(([name]) => name === 'pretty')
  return jsonText(selection ? pickFields(answer, selection) : answer, isPretty)
}
