import { expect, test } from 'vitest'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { inferValue, readData, readRuleData } from './readData.ts'
import { collectionOf, field, request } from './testing/recordRequests.ts'

const collection = collectionOf(
  field('t', 'text'),
  field('j', 'json'),
  field('s1', 'select', { maxSelect: 1, values: ['a'] }),
  field('s2', 'select', { maxSelect: 2, values: ['a', 'b'] }),
  field('f', 'file', { maxSelect: 1 }),
)

const json = (text: string, contentType = 'application/json') => request(contentType, { kind: 'json', text })
const form = (...values: [string, string][]) =>
  request('multipart/form-data; boundary=x', { kind: 'form', encoding: 'multipart', values, uploads: [] }, [['t', 'query']])

test.each<[string, ApiRequest, object]>([
  ['JSON as it is', json('{"t":1,"nope":[null],"t+":"x"}'), { t: 1, nope: [null], 't+': 'x' }],
  ['null as an empty object', json(' null '), {}],
  ['the first JSON value', json('{"t":"first"} {"t":"second"}'), { t: 'first' }],
  ['the last of duplicate keys', json('{"t":"one","t":"two"}'), { t: 'two' }],
  ['a content type with parameters', json('{}', 'application/json;charset=UTF-8;x=y'), {}],
  ['form texts without conversion', form(['t', '001'], ['j', 'true']), { t: '001', j: 'true' }],
  ['the first text of other keys', form(['t', 'a'], ['t', 'b'], ['s2+', 'a'], ['s2+', 'b']), { t: 'a', 's2+': 'a' }],
  [
    'all texts of list fields',
    form(['s2', 'a'], ['s2', 'b'], ['s1', 'a'], ['f', 'x.png']),
    { s2: ['a', 'b'], s1: ['a'], f: ['x.png'] },
  ],
  [
    'payloads under plain fields',
    form(['t', 'plain'], ['@jsonPayload', '{"t":"p","j":{"a":1}}'], ['@jsonPayload', '{"j":2}']),
    {
      t: 'plain',
      j: 2,
    },
  ],
  [
    'payloads that are no objects',
    form(['@jsonPayload', '{'], ['@jsonPayload', '[1]'], ['@jsonPayload', 'null'], ['t', 'x']),
    { t: 'x' },
  ],
  ['an empty form', form(), {}],
])('reads record data: %s', (_, given, expected) => {
  expect(readData(given, collection).values).toEqual(expected)
})

test('returns the files of a form', () => {
  const uploads = [{ field: 'f', name: 'a.txt', path: '/tmp/a', size: 1 }]
  const given = request('multipart/form-data', { kind: 'form', encoding: 'multipart', values: [], uploads })
  expect(readData(given, collection)).toEqual({ values: {}, files: uploads })
})

test.each<[string, ApiRequest]>([
  ['no body', request('application/json', { kind: 'none' })],
  ['a content type that only begins like JSON', json('{}', 'application/jsonx')],
  ['broken JSON', json('{"t":')],
  ['a list', json('[]')],
  ['a text', json('"text"')],
  ['a number', json('12')],
  ['a trailing comma', json('{"t":"a",}')],
  ['single quotes', json("{'t':'a'}")],
  ['no JSON at all', json('nope')],
  [
    'a urlencoded form',
    request('application/x-www-form-urlencoded', { kind: 'form', encoding: 'urlencoded', values: [['t', 'x']], uploads: [] }),
  ],
  ['what could not be read', request('multipart/form-data', { kind: 'unreadable', reason: 'no boundary' })],
])('rejects record data: %s', (_, given) => {
  expect(() => readData(given, collection)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'dataMalformed' }))
})

test.each<[string, ApiRequest, object]>([
  ['JSON as it is', json('{"t":"1","n":[1]}'), { t: '1', n: [1] }],
  ['broken JSON as nothing', json('{"t'), {}],
  ['JSON that is no object as nothing', json('[1]'), {}],
  ['no body as nothing', request('', { kind: 'none' }), {}],
  [
    'typed form texts, repeated ones as a list',
    form(['t', '7'], ['s2', 'a'], ['s2', 'true'], ['@jsonPayload', '{"x":"1"}']),
    {
      t: 7,
      s2: ['a', true],
      x: '1',
    },
  ],
])('reads rule data: %s', (_, given, expected) => {
  expect(readRuleData(given)).toEqual(expected)
})

test.each([
  ['', ''],
  ['true', true],
  ['false', false],
  ['TRUE', 'TRUE'],
  ['0', 0],
  ['-1.5', -1.5],
  ['12', 12],
  ['001', '001'],
  ['1.0', '1.0'],
  ['1e3', '1e3'],
  ['-', '-'],
  ['0x10', '0x10'],
  ['0.0000001', 0.0000001],
  ['12345678901234567890', '12345678901234567890'],
  [' 5', ' 5'],
  ['+5', '+5'],
  ['.5', '.5'],
  ['-Infinity', '-Infinity'],
  ['1_000', '1_000'],
])('converts the form text %j to %j', (text, value) => {
  expect(inferValue(text)).toBe(value)
})
