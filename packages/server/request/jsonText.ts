import { escapeJson } from './escapeJson.ts'

/** A value as the JSON of an answer, with a final line break. `pretty` indents by two spaces. */
export const jsonText = (value: unknown, pretty = false): string =>
  `${escapeJson(pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value))}\n`
