import { expect, test } from 'vitest'
import { finishJson } from './finishJson.ts'

const answer = { title: '<b>', id: '1', rel: { z: 1, a: 2 } }

test.each<[string, [string, string][], string]>([
  ['nothing is asked for', [], '{"title":"\\u003cb\\u003e","id":"1","rel":{"z":1,"a":2}}\n'],
  ['an unrelated parameter', [['page', '1']], '{"title":"\\u003cb\\u003e","id":"1","rel":{"z":1,"a":2}}\n'],
  ['some fields', [['fields', 'rel.a,title']], '{"rel":{"a":2},"title":"\\u003cb\\u003e"}\n'],
  ['an empty list', [['fields', ' ,']], '{"title":"\\u003cb\\u003e","id":"1","rel":{"z":1,"a":2}}\n'],
  ['unknown fields', [['fields', 'nope']], '{}\n'],
  [
    'the first list of two',
    [
      ['fields', 'id'],
      ['fields', 'title'],
    ],
    '{"id":"1"}\n',
  ],
  [
    'pretty, whatever its value',
    [
      ['fields', 'id'],
      ['pretty', 'false'],
    ],
    '{\n  "id": "1"\n}\n',
  ],
  [
    'another spelling of pretty',
    [
      ['fields', 'id'],
      ['Pretty', ''],
    ],
    '{"id":"1"}\n',
  ],
])('%s', async (_, query, expected) => {
  expect(await finishJson(answer, query)).toBe(expected)
})

test('the selected fields of a page apply to its items', async () => {
  const page = { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [answer] }
  expect(JSON.parse(String(await finishJson(page, [['fields', 'id']])))).toEqual({ ...page, items: [{ id: '1' }] })
})

test('rejects an invalid field list', async () => {
  await expect(finishJson(answer, [['fields', 'id:nope(1)']])).rejects.toThrow()
})
