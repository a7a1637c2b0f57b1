import type { Json } from './Exchange.ts'

/** What Node's JSON can do beyond the compiler's library: the source of each value, and raw text. */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver: (key: string, value: Json, context: { source: string }) => Json) => Json
  rawJSON: (text: string) => unknown
}

const isUnsafeInteger = (value: Json, source: string) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)

/** Like JSON.parse, but integers beyond the safe range become bigints, so that a lost digit is seen. */
export const parseExact = (text: string): Json =>
  parse(text, (_key, value, { source }) => (isUnsafeInteger(value, source) ? BigInt(source) : value))

/** The JSON text of a value; bigints are written as numbers. */
export const writeExact = (value: Json): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part))
