import type { JsonText } from './ApiReply.ts'
import { escapeJson } from './escapeJson.ts'
import { jsonBytes, longJson } from './jsonBytes.ts'

const stringify = (value: unknown, pretty: boolean): string => (pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value))

const escapedLine = (json: string): string => `${escapeJson(json)}\n`

/** Serializes a value as the JSON of a response, with a final line break. `pretty` indents by two spaces. */
export const jsonText = (value: unknown, pretty = false): string => escapedLine(stringify(value, pretty))

/** Serializes a value like `jsonText`, as bytes if the JSON is long. */
export const jsonTextOrBytes = (value: unknown, pretty = false): JsonText => {
  const json = stringify(value, pretty)
  return json.length > longJson ? jsonBytes(json) : escapedLine(json)
}
