import { deserialize } from 'node:v8'
import { fieldType, SerializedJson } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { Rejection } from '../../errors/Rejection.ts'
import type { Body } from '../../messages/ApiRequest.ts'
import { serializeValue } from '../../messages/json.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import type { JsonObject } from './jsonObject.ts'
import { parseJson } from './parseJson.ts'

/** The parsed body of a record: the values to store, and the data that rules see. */
export interface ParsedBody {
  data: RecordInput
  ruleData: JsonObject
}

/** A parsed body that a reader sends to the writer. Values of JSON fields are texts, which the writer does not have to traverse. */
interface ParsedRecord extends ParsedBody {
  /** Keys of `data.values` whose texts are already normalized. */
  written: readonly string[]
  /** Keys whose value in `ruleData` equals that in `data.values`, so that `ruleData` omits them. */
  shared: readonly string[]
  /** Keys of `ruleData` whose texts are parsed when a rule first reads them. */
  unparsed: readonly string[]
}

type SerializedBody = Extract<Body, { kind: 'parsed' }>

/** Maximum number of values outside JSON fields. The writer traverses all of them, and 500,000 relations would take seconds. */
const maxPlainValues = 25_000

/**
 * Asserts that a body does not have too many values outside of JSON fields.
 * @throws Rejection otherwise
 */
function assertFewPlainValues(values: JsonObject): void {
  const pending: unknown[] = [values]
  let count = 0
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    const parts = Object.values(value)
    count += parts.length
    if (count > maxPlainValues) {
      throw new Rejection('invalid', {
        message: `A record may have ${maxPlainValues} values outside of its JSON fields. Send fewer at once.`,
      })
    }
    for (const part of parts) pending.push(part)
  }
}

const isTree = (value: unknown): boolean => typeof value === 'object' && value !== null

const withTexts = (values: JsonObject, texts: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, texts.get(key) ?? value]))

/** Returns the normalized texts of the submitted JSON fields. */
function normalTexts(values: JsonObject, { schema }: Collection): Map<string, string> {
  const texts = new Map<string, string>()
  for (const field of schema) {
    const type = fieldType(field)
    if (!type.holdsJson || !Object.hasOwn(values, field.name)) continue
    const text: unknown = type.normalize(values[field.name], field.options)
    if (typeof text === 'string') texts.set(field.name, text)
  }
  return texts
}

/**
 * Serializes a parsed body for another thread.
 * @throws Rejection if the body has more values than the writer accepts
 */
export function serializeParsed({ data, ruleData }: ParsedBody, collection: Collection): SerializedBody {
  const written = normalTexts(data.values, collection)
  const unparsed = new Map<string, string>()
  for (const [key, text] of written) {
    const seen = ruleData[key]
    // If both contain the same tree, its text is created once. A tree that cannot be stored has an empty text.
    if (isTree(seen)) unparsed.set(key, (seen === data.values[key] && text) || JSON.stringify(seen))
  }
  const values = withTexts(data.values, written)
  const seenValues = withTexts(ruleData, unparsed)
  assertFewPlainValues(values)
  assertFewPlainValues(seenValues)
  const shared = Object.keys(seenValues).filter(key => Object.hasOwn(values, key) && values[key] === seenValues[key])
  const sharedKeys = new Set(shared)
  const record: ParsedRecord = {
    data: { ...data, values },
    ruleData: Object.fromEntries(Object.entries(seenValues).filter(([key]) => !sharedKeys.has(key))),
    written: [...written.keys()],
    shared,
    unparsed: [...unparsed.keys()],
  }
  return { kind: 'parsed', bytes: serializeValue(record) }
}

/** Defines a property that parses its text on first access. */
function parseLazily(values: JsonObject, key: string): void {
  const text = String(values[key])
  let parsed: { value: unknown } | undefined
  Object.defineProperty(values, key, {
    enumerable: true,
    get: () => {
      parsed ??= { value: parseJson(text, false) }
      return parsed.value
    },
  })
}

/** Restores a body that another thread has parsed. */
export const readParsed = memoizeByObject(({ bytes }: SerializedBody): ParsedBody => {
  const { data, ruleData: own, written, shared, unparsed }: ParsedRecord = deserialize(bytes)
  const ruleData = Object.fromEntries([...Object.entries(own), ...shared.map(key => [key, data.values[key]])])
  for (const key of unparsed) parseLazily(ruleData, key)
  const texts = new Map(written.map(key => [key, new SerializedJson(String(data.values[key]))]))
  const values = Object.fromEntries(Object.entries(data.values).map(([key, value]) => [key, texts.get(key) ?? value]))
  return { data: { ...data, values }, ruleData }
})
