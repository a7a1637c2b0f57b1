import { expect, test } from 'vitest'
import { compareReply } from './compareReply.ts'
import type { ExpectedResponse } from './Exchange.ts'

const reply = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers,
  body: Buffer.from(body),
})

async function places(expected: Omit<ExpectedResponse, 'status'>, got: ReturnType<typeof reply>) {
  const differences = await compareReply({ status: 200, ...expected }, got, new Map([['key', 'abc']]))
  return differences.map(({ at }) => at)
}

test('a different status is reported', async () => {
  expect(await places({}, reply('', {}, 404))).toEqual(['status'])
})

test('only the recorded headers are compared, without case and spaces; null means absent', async () => {
  const got = reply('', { 'content-type': 'text/html; charset=utf-8', 'x-other': '1' })
  expect(await places({ headers: { 'Content-Type': 'text/html;charset=UTF-8', location: null } }, got)).toEqual([])
  expect(await places({ headers: { 'content-type': 'text/plain' } }, got)).toEqual(['header content-type'])
  expect(await places({ headers: { 'x-other': null } }, got)).toEqual(['header x-other'])
  expect(await places({ headers: { location: '/' } }, got)).toEqual(['header location'])
})

test('headers can contain placeholders and captured values', async () => {
  const got = reply('', { location: '/abc/x', etag: '"1"' })
  expect(await places({ headers: { location: '/{{key}}/x', etag: '<string>' } }, got)).toEqual([])
  expect(await places({ headers: { location: '<match:/x>' } }, got)).toEqual(['header location'])
})

test.each<[string, Omit<ExpectedResponse, 'status'>, string | Buffer, string[]]>([
  ['JSON with another key order', { json: { a: 1, b: 2 } }, '{"b":2,"a":1}', []],
  ['JSON with another value', { json: { a: 1 } }, '{"a":2}', ['$.a']],
  ['JSON null instead of an empty body', { json: null }, '', ['body']],
  ['invalid JSON', { json: {} }, '<html>', ['body']],
  ['text', { text: 'é\n' }, 'é\n', []],
  ['another text', { text: 'e' }, 'é', ['text']],
  ['bytes that are not text', { text: 'x' }, Buffer.from([0xff]), ['body']],
  ['an empty body', { empty: true }, '', []],
  ['a body instead of an empty one', { empty: true }, ' ', ['body']],
  ['no recorded body', {}, 'anything', []],
])('a body is compared with its recording: %s', async (_what, expected, body, at) => {
  expect(await places(expected, reply(body))).toEqual(at)
})

test('binary bodies are compared by length and hash', async () => {
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
  expect(await places({ bytes: { length: 5, sha256 } }, reply('hello'))).toEqual([])
  expect(await places({ bytes: { length: 5, sha256 } }, reply('hallo'))).toEqual(['bytes.sha256'])
})
