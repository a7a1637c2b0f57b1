import type { Json } from './Exchange.ts'

/** Features of Node's JSON that TypeScript's library lacks: the source text of each value, and raw JSON. */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver: (key: string, value: Json, context: { source: string }) => Json) => Json
  rawJSON: (text: string) => unknown
}

const isUnsafeInteger = (value: Json, source: string) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)

/** Parses JSON, with integers beyond the safe range as bigints, so that no digit is lost. */
export function parseExact(text: string): Json {
  return parse(text, (_key, value, { source }) => (isUnsafeInteger(value, source) ? BigInt(source) : value))
}

/** Serializes a value as JSON, with bigints as numbers. */
export function writeExact(value: Json): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part))
}
