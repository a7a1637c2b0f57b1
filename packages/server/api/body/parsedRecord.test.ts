import { fieldType } from '@coffer/fields'
import { adminsOnly, type Collection } from '@coffer/schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import { readParsed, serializeParsed } from './parsedRecord.ts'
import { readData, readRuleData } from './readData.ts'
import { field, request } from './testing/recordRequests.ts'

const collection: Collection = {
  ...{ id: 'c', created: '', updated: '', name: 'c', type: 'base', system: false, indexes: [], options: {} },
  ...adminsOnly,
  schema: [
    field('t', 'text'),
    field('j', 'json'),
    field('k', 'json'),
    field('s', 'select', { maxSelect: 2, values: ['a', 'b'] }),
  ],
}

const ofJson = (text: string) => request('application/json', { kind: 'json', text })
const ofForm = (values: [string, string][]) =>
  request('multipart/form-data', { kind: 'form', encoding: 'multipart', values, uploads: [] })

/** The request with its body as the writer gets it. */
const parsed = (sent: ApiRequest): ApiRequest => {
  const both = { data: readData(sent, collection), ruleData: readRuleData(sent) }
  return { ...sent, body: structuredClone(serializeParsed(both, collection)) }
}

/** What would be stored in each field. */
const normalValues = (sent: ApiRequest) => {
  const { values } = readData(sent, collection)
  return collection.schema.map(({ name, type, options }) => [
    Object.hasOwn(values, name),
    fieldType({ type }).normalize(values[name], options),
  ])
}

/** Without the difference between 0 and -0, which normal JSON does not have. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

const expectSame = (sent: ApiRequest): void => {
  const taken = parsed(sent)
  expect(normalValues(taken)).toEqual(normalValues(sent))
  expect(asJson(readRuleData(taken))).toEqual(asJson(readRuleData(sent)))
}

const key = fc.constantFrom('t', 'j', 'k', 's', 'unknown', '__proto__', 't+')

test('JSON that another thread has parsed is stored, and seen by rules, like JSON parsed on the spot', () => {
  fc.assert(fc.property(fc.dictionary(key, fc.jsonValue()), body => expectSame(ofJson(JSON.stringify(body)))))
  fc.assert(fc.property(fc.dictionary(key, fc.json()), body => expectSame(ofJson(JSON.stringify(body)))))
})

test('a form that another thread has parsed is stored, and seen by rules, like a form parsed on the spot', () => {
  const payload = fc.tuple(fc.constant('@jsonPayload'), fc.json())
  const text = fc.tuple(key, fc.oneof(fc.json(), fc.string(), fc.constantFrom('true', '1', '1.50', '')))
  fc.assert(fc.property(fc.array(fc.oneof(payload, text)), values => expectSame(ofForm(values))))
})

test.each<[string, string]>([
  ['a tree that is too deep to be stored', `{"j":${'['.repeat(2000)}${']'.repeat(2000)}}`],
  ['null', '{"j":null}'],
  ['a string', '{"j":"{\\"a\\":1}"}'],
])('%s in a JSON field crosses unchanged', (_, text) => expectSame(ofJson(text)))

test('25,000 values outside of JSON fields are taken, more are rejected, and those of JSON fields do not count', () => {
  const texts = (count: number) => JSON.stringify(Array(count).fill('a'))
  expect(() => parsed(ofJson(`{"s":${texts(24_998)},"j":${texts(100_000)}}`))).not.toThrow()
  for (const name of ['s', 'unknown']) {
    expect(() => parsed(ofJson(`{"${name}":${texts(25_000)}}`))).toThrow('25000 values outside of its JSON fields')
  }
})

test('the rule data of a JSON field is parsed when a rule asks for it', () => {
  const { ruleData } = readParsed(parsed(ofJson('{"j":{"a":[1]}}')).body as Extract<Body, { kind: 'parsed' }>)
  expect(Object.getOwnPropertyDescriptor(ruleData, 'j')?.get).toBeDefined()
  expect(ruleData.j).toEqual({ a: [1] })
})
