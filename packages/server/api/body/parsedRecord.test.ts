import { fieldType } from '@coffer/fields'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import { readParsed, serializeParsed } from './parsedRecord.ts'
import { readData, readRuleData } from './readData.ts'
import { collectionOf, field, request } from './testing/recordRequests.ts'

const collection = collectionOf(
  field('t', 'text'),
  field('j', 'json'),
  field('k', 'json'),
  field('s', 'select', { maxSelect: 2, values: ['a', 'b'] }),
)

const ofJson = (text: string) => request('application/json', { kind: 'json', text })
const ofForm = (values: [string, string][]) =>
  request('multipart/form-data', { kind: 'form', encoding: 'multipart', values, uploads: [] })

/** Returns the request with its body as the writer receives it. */
function parsed(sent: ApiRequest): ApiRequest {
  const both = { data: readData(sent, collection), ruleData: readRuleData(sent) }
  return { ...sent, body: structuredClone(serializeParsed(both, collection)) }
}

/** Returns the values that would be stored. */
function normalValues(sent: ApiRequest) {
  const { values } = readData(sent, collection)
  return collection.schema.map(({ name, type, options }) => [
    Object.hasOwn(values, name),
    fieldType({ type }).normalize(values[name], options),
  ])
}

/** Replaces -0 with 0, because normalized JSON does not distinguish them. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

function expectSame(sent: ApiRequest): void {
  const taken = parsed(sent)
  expect(normalValues(taken)).toEqual(normalValues(sent))
  expect(asJson(readRuleData(taken))).toEqual(asJson(readRuleData(sent)))
}

const key = fc.constantFrom('t', 'j', 'k', 's', 'unknown', '__proto__', 't+')

test('JSON parsed by another thread is stored and visible to rules like JSON parsed in the same thread', () => {
  fc.assert(fc.property(fc.dictionary(key, fc.jsonValue()), body => expectSame(ofJson(JSON.stringify(body)))))
  fc.assert(fc.property(fc.dictionary(key, fc.json()), body => expectSame(ofJson(JSON.stringify(body)))))
})

test('a form parsed by another thread is stored and visible to rules like a form parsed in the same thread', () => {
  const payload = fc.tuple(fc.constant('@jsonPayload'), fc.json())
  const text = fc.tuple(key, fc.oneof(fc.json(), fc.string(), fc.constantFrom('true', '1', '1.50', '')))
  fc.assert(fc.property(fc.array(fc.oneof(payload, text)), values => expectSame(ofForm(values))))
})

test.each<[string, string]>([
  ['a tree that is too deep to be stored', `{"j":${'['.repeat(2000)}${']'.repeat(2000)}}`],
  ['null', '{"j":null}'],
  ['a string', '{"j":"{\\"a\\":1}"}'],
])('%s in a JSON field reaches the other thread unchanged', (_, text) => expectSame(ofJson(text)))

test('accepts 25,000 values outside JSON fields and rejects more, not counting those in JSON fields', () => {
  const texts = (count: number) => JSON.stringify(Array(count).fill('a'))
  expect(() => parsed(ofJson(`{"s":${texts(24_998)},"j":${texts(100_000)}}`))).not.toThrow()
  for (const name of ['s', 'unknown']) {
    expect(() => parsed(ofJson(`{"${name}":${texts(25_000)}}`))).toThrow('25000 values outside of its JSON fields')
  }
})

test('the rule data of a JSON field is parsed when a rule first reads it', () => {
  const { ruleData } = readParsed(parsed(ofJson('{"j":{"a":[1]}}')).body as Extract<Body, { kind: 'parsed' }>)
  expect(Object.getOwnPropertyDescriptor(ruleData, 'j')?.get).toBeDefined()
  expect(ruleData.j).toEqual({ a: [1] })
})
