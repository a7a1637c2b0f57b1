import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samplesDir } from '../../harness/paths.ts'
import { buildRequest } from './buildRequest.ts'
import type { RequestSpec } from './Exchange.ts'
import { Variables } from './Variables.ts'

function variables() {
  const made = new Variables(join(samplesDir, 'magazine', 'pb_data'), 8090)
  made.captured.set('id', 'abc').set('list', [1, { a: true }])
  return made
}

const build = (request: Partial<RequestSpec>) => buildRequest({ method: 'GET', path: '/', ...request }, variables())

test.each<[Partial<RequestSpec>, string]>([
  [{ path: '/api/x?a=1' }, '/api/x?a=1'],
  [{ path: '/api/files/The first article' }, '/api/files/The%20first%20article'],
  [{ path: '/a%2fb/../c//d' }, '/a%2fb/../c//d'],
  [{ path: '/x?filter=name="é"' }, '/x?filter=name=%22%C3%A9%22'],
  [{ path: '/{{id}}' }, '/abc'],
  [{ path: '/x', query: { a: 'b c/d&e' } }, '/x?a=b%20c%2Fd%26e'],
  [{ path: '/x?y=1', query: { a: ['1', '2'] } }, '/x?y=1&a=1&a=2'],
  [{ path: '/x', query: { f: "(a='{{id}}')" } }, '/x?f=%28a%3D%27abc%27%29'],
])('the request %j is sent to %s', async (request, target) => {
  expect((await build(request)).target).toBe(target)
})

test('JSON gets its variables and its content type, unless a header overrides it', async () => {
  const request = await build({ json: { id: '{{id}}', list: '{{list}}', text: '{{id}}-{{repeat xy 3}}' } })
  expect(request.headers['Content-Type']).toBe('application/json')
  expect(String(request.body)).toBe('{"id":"abc","list":[1,{"a":true}],"text":"abc-xyxyxy"}')
  const typed = await build({ json: {}, headers: { 'content-type': 'text/plain' } })
  expect(typed.headers).toMatchObject({ 'content-type': 'text/plain' })
  expect(typed.headers).not.toHaveProperty('Content-Type')
})

test('a JSON null is sent as a body', async () => {
  expect(String((await build({ json: null })).body)).toBe('null')
})

test('URL-encoded bodies encode a space as a plus', async () => {
  const { body, headers } = await build({ urlencoded: [{ name: 'a b', value: 'c d&é' }] })
  expect(String(body)).toBe('a+b=c+d%26%C3%A9')
  expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded')
})

test('a multipart body contains values, sample files and inline files', async () => {
  const { body, headers } = await build({
    form: [
      { name: 'a', value: 'text {{id}}' },
      { name: 'b', value: { n: 1 } },
      { name: 'c', filename: 'ü.txt', content: 'made up', type: 'text/plain' },
      { name: 'd', file: 'files/empty.txt' },
    ],
  })
  const edge = headers['Content-Type']?.split('boundary=')[1]
  expect(String(body).split(`--${edge}`)).toEqual([
    '',
    '\r\nContent-Disposition: form-data; name="a"\r\n\r\ntext abc\r\n',
    '\r\nContent-Disposition: form-data; name="b"\r\n\r\n{"n":1}\r\n',
    '\r\nContent-Disposition: form-data; name="c"; filename="ü.txt"\r\nContent-Type: text/plain\r\n\r\nmade up\r\n',
    '\r\nContent-Disposition: form-data; name="d"; filename="empty.txt"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
    '--\r\n',
  ])
})

test('an unknown variable is an error', async () => {
  await expect(build({ path: '/{{nothing}}' })).rejects.toThrow('nothing was captured as "nothing"')
})
