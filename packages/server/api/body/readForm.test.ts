import { expect, test } from 'vitest'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import { readForm } from './readForm.ts'

const shape = {
  email: 'text',
  avatar: 'integer',
  enabled: 'flag',
  domains: 'texts',
  listRule: 'nullableText',
  meta: 'json',
} as const

const request = (body: Body, query: [string, string][] = []): ApiRequest => ({
  method: 'POST',
  url: '/api/x',
  params: {},
  query,
  headers: {},
  remoteIp: '127.0.0.1',
  body,
})
const json = (text: string) => request({ kind: 'json', text })
const form = (values: [string, string][], query?: [string, string][]) =>
  request({ kind: 'form', encoding: 'urlencoded', values, uploads: [] }, query)

test.each<[string, ApiRequest, object]>([
  ['no body', request({ kind: 'none' }), {}],
  ['null as the whole body', json('null'), {}],
  [
    'every kind of value',
    json('{"email":"a","avatar":3,"enabled":true,"domains":["x"],"listRule":"r","meta":{"a":[1]}}'),
    {
      email: 'a',
      avatar: 3,
      enabled: true,
      domains: ['x'],
      listRule: 'r',
      meta: { a: [1] },
    },
  ],
  ['keys in any case', json('{"EMAIL":"a","aVaTaR":4}'), { email: 'a', avatar: 4 }],
  ['the last of two spellings', json('{"EMAIL":"a","email":"b"}'), { email: 'b' }],
  ['unknown keys', json('{"tokenKey":"mine","__proto__":{"email":"x"}}'), {}],
  ['null for scalars', json('{"email":null,"avatar":null,"enabled":null}'), {}],
  ['null where it is a value', json('{"listRule":null,"domains":null,"meta":null}'), { listRule: null, domains: [], meta: null }],
  ['what follows the first value', json('{"email":"a"} {"email":"b"}'), { email: 'a' }],
  ['a closing bracket too many', json(' {"email":"}]\\""}]'), { email: '}]"' }],
  [
    'form texts',
    form([
      ['Email', 'a'],
      ['AVATAR', '-3'],
      ['enabled', 'T'],
      ['domains', 'x'],
      ['domains', 'y'],
      ['listRule', ''],
    ]),
    {
      email: 'a',
      avatar: -3,
      enabled: true,
      domains: ['x', 'y'],
      listRule: '',
    },
  ],
  [
    'the first of repeated form texts',
    form([
      ['email', 'a'],
      ['email', 'b'],
    ]),
    { email: 'a' },
  ],
  [
    'empty form texts',
    form([
      ['avatar', ''],
      ['enabled', ''],
      ['email', ''],
    ]),
    { email: '' },
  ],
  [
    'the query beside a form',
    form(
      [['email', 'a']],
      [
        ['avatar', '2'],
        ['email', 'b'],
      ],
    ),
    { email: 'a', avatar: 2 },
  ],
  ['the query beside JSON', request({ kind: 'json', text: '{}' }, [['avatar', '2']]), {}],
  [
    'payloads under the form',
    form([
      ['avatar', '8'],
      ['@jsonPayload', '{"avatar":2,"email":"a"}'],
      ['@jsonPayload', '{"email":"b"}'],
    ]),
    {
      avatar: 8,
      email: 'b',
    },
  ],
  [
    'payloads that are no objects',
    form([
      ['@jsonPayload', '{"a'],
      ['@jsonPayload', '[1]'],
      ['@jsonPayload', 'null'],
    ]),
    {},
  ],
  ['JSON in a payload', form([['@jsonPayload', '{"meta":{"a":1}}']]), { meta: { a: 1 } }],
])('reads %s', (_, given, expected) => {
  expect(readForm(given, shape)).toEqual(expected)
})

test.each<[string, ApiRequest]>([
  ['an unknown content type', request({ kind: 'unreadable', reason: 'text/plain' })],
  ['broken JSON', json('{"email":')],
  ['nothing but blanks', json('  ')],
  ['an empty text', json('')],
  ['a list', json('[]')],
  ['a number', json('7')],
  ['a number for a text', json('{"email":5}')],
  ['a text for a number', json('{"avatar":"3"}')],
  ['a fraction for an integer', json('{"avatar":1.5}')],
  ['an object for an integer', json('{"avatar":{}}')],
  ['a text for a flag', json('{"enabled":"true"}')],
  ['a text for a list', json('{"domains":"x"}')],
  ['a number in a list of texts', json('{"domains":[1]}')],
  ['a number for a rule', json('{"listRule":1}')],
  ['a form text that is no number', form([['avatar', 'x']])],
  ['a form text that is a fraction', form([['avatar', '1.5']])],
  ['a form text beyond all integers', form([['avatar', '99999999999999999999']])],
  ['a form text that is no flag', form([['enabled', 'yes']])],
  ['a form text for nested JSON', form([['meta', '{"a":1}']])],
])('rejects %s with 400', (_, given) => {
  const read = () => readForm(given, shape, 'dataMalformed')
  expect(read).toThrow(expect.objectContaining({ kind: 'invalid', code: 'dataMalformed' }))
})

test('uses the common code by default', () => {
  expect(() => readForm(json('{'), shape)).toThrow(expect.objectContaining({ code: 'dataNotLoaded' }))
})
