import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBelow } from '../harness/openBelow.ts'
import { sendAndLeave } from '../harness/sendBytes.ts'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer()
})
afterEach(() => server.assertAlive())
afterAll(() => server.close())

const end = 'Host: magazine.example\r\nConnection: close\r\n\r\n'
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${headers}${end}`
const post = (headers: string, body = '') => `POST /api/collections/scratch/records HTTP/1.1\r\n${headers}${end}${body}`
const json = 'Content-Type: application/json\r\n'

describe('malformed requests', () => {
  test.each<[string, string | Uint8Array, number[]]>([
    ['a word', 'hello\r\n\r\n', [400]],
    ['a TLS handshake', Buffer.from('160301020001000001fc0303', 'hex'), [400]],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['an unknown method', `BREW /api/health HTTP/1.1\r\n${end}`, [400]],
    ['CONNECT', `CONNECT magazine.example:443 HTTP/1.1\r\n${end}`, [405]],
    ['a missing host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['an invalid host', 'GET /api/health HTTP/1.1\r\nHost: a b/c?d@@\r\nConnection: close\r\n\r\n', [400]],
    ['two hosts', get('/api/health', 'host: other.example\r\n'), [400]],
    ['the same host twice', get('/api/health', 'HOST: magazine.example\r\n'), [400]],
    ['a space in the path', get('/api/collec tions'), [400]],
    ['bytes in the path', Buffer.from(get('/api/collections/\xff\xfe/records?x=\xe9'), 'latin1'), [400, 404]],
    ['a path without a leading slash', get('api/health'), [400]],
    ['a query without a path', get('?x=1'), [400]],
    ['an asterisk as the path', get('*'), [400]],
    ['a URL with another scheme', get('ftp://magazine.example/api/health'), [400]],
    ['a header without a colon', get('/api/health', 'nonsense\r\n'), [400]],
    ['a header with NUL', get('/api/health', 'X: a\0b\r\n'), [400]],
    ['a header of two megabytes', get('/api/health', `X: ${'a'.repeat(2 * 1024 * 1024)}\r\n`), [431]],
    ['thousands of headers', get('/api/health', 'X: 1\r\n'.repeat(5000)), [200, 431]],
    ['a negative length', post(`${json}Content-Length: -5\r\n`, '{}'), [400]],
    ['two lengths', post(`${json}Content-Length: 2\r\nContent-Length: 3\r\n`, '{}'), [400]],
    ['a length with chunked encoding', post(`${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'), [400]],
    ['a chunk without a size', post(`${json}Transfer-Encoding: chunked\r\n`, 'zz\r\nabc\r\n0\r\n\r\n'), [400]],
    ['an unsupported transfer encoding', post(`${json}Transfer-Encoding: gzip\r\n`, '{}'), [400]],
    ['an unknown Expect header', post(`${json}Expect: wonders\r\nContent-Length: 2\r\n`, '{}'), [200]],
    ['an upgrade', get('/api/health', 'Upgrade: websocket\r\n'), [200]],
    ['a token of 50 kB', get('/api/health', `Authorization: ${'a.'.repeat(25_000)}\r\n`), [200]],
    ['an invalid token', get('/api/health', 'Authorization: Bearer e30.e30.\r\n'), [200]],
    [
      'headers named like members of Object.prototype',
      get('/api/health', '__proto__: 1\r\nconstructor: 1\r\ntoString: 1\r\n'),
      [200],
    ],
  ])('%s gets a response', async (_, bytes, statuses) => {
    expect(statuses).toContain((await server.send(bytes)).status)
  })

  test('clients that keep sending can still read why they are rejected', async () => {
    const bytes = get('/api/health', `X: ${'a'.repeat(2 * 1024 * 1024)}\r\n`)
    for (let round = 0; round < 20; round += 1) {
      const responses = await Promise.all([1, 2, 3, 4].map(() => server.send(bytes)))
      expect(responses.map(({ status }) => status)).toEqual([431, 431, 431, 431])
    }
  })
})

describe('path traversal', () => {
  const ways = [
    '..',
    '../..',
    '../../..',
    '%2e%2e',
    '.%2e/%2e.',
    '..%2f..',
    '..%2f..%2f..',
    '%2e%2e%2f%2e%2e',
    '..%5c..',
    '..\\..',
    '....//..',
    '..;',
    '%252e%252e',
    '..%252f..',
    '%c0%ae%c0%ae',
    '%00..',
    '..%00',
    './..',
    '//',
    '/',
    '%2f',
    '%2f%2f',
    'deep/../..',
    'deep%2f..%2f..',
    '~',
    '.',
  ]
  const aims = ['outside.txt', 'pb_data/data.db', 'package.json', 'etc/passwd', 'storage/_pb_users_auth_', 'data.db', '']
  const roots = ['/', '/_/', '/_/assets/', '/api/', '/api/files/', '/api/files/users/', '/api/files/users/alice0000000001/']

  test.each(roots)('no path below %s leads out of the served folders', async root => {
    const targets = ways.flatMap(way => aims.map(aim => `${root}${way}/${aim}`))
    for (let start = 0; start < targets.length; start += 20) {
      const responses = await Promise.all(targets.slice(start, start + 20).map(target => server.send(get(target))))
      for (const { status, body } of responses) {
        expect([200, 307, 400, 404]).toContain(status)
        if (status === 200) expect(body).toMatch(/the public page|<!doctype html>|^\{"/i)
      }
    }
  })

  test.each([
    'collections/:/records',
    'collections/:',
    'collections/scratch/records/:',
    'admins/:',
    'files/:/x/y',
    'files/users/:/y',
  ])('no parameter value in /api/%s leads out of the served folders', async path => {
    const [before = '', after = ''] = path.split(':')
    const targets = ways.flatMap(way => aims.map(aim => `/api/${before}${encodeURIComponent(`${way}/${aim}`)}${after}`))
    for (let start = 0; start < targets.length; start += 20) {
      const some = targets.slice(start, start + 20)
      const responses = await Promise.all(some.map(target => server.send(get(target, `Authorization: ${server.admin}\r\n`))))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
    }
  })

  test('the public folder is served', async () => {
    expect((await server.send(get('/'))).body).toContain('the public page')
    expect((await server.send(get('/deep/nothing'))).status).toBe(404)
  })
})

describe('clients that disconnect', () => {
  const boundary = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n'
  const part = `--x\r\nContent-Disposition: form-data; name="f1"; filename="a.txt"\r\n\r\n${'a'.repeat(200_000)}`

  test('clients that disconnect during a request body leave no files or records behind', async () => {
    const count = async () => (await server.ask('GET', '/api/collections/scratch/records?fields=id')).json.totalItems
    const before = await count()
    const halves = [
      post(`${json}Content-Length: 500\r\n`, '{"t":"half'),
      post(boundary, part),
      post(boundary, part.slice(0, 60)),
      'POST /api',
    ]
    for (let turn = 0; turn < 5; turn += 1) await Promise.all(halves.map(half => sendAndLeave(server.port, half)))
    const uploads = join(server.dataDir, '.pb_temp_to_delete')
    await expect.poll(() => (existsSync(uploads) ? readdirSync(uploads) : [])).toEqual([])
    await expect.poll(() => openBelow(uploads)).toEqual([])
    expect(await count()).toBe(before)
  })

  test('clients that disconnect before the response do no harm', async () => {
    const asked = get('/api/collections/posts/records?expand=author,tags,comments_via_post')
    await Promise.all(Array.from({ length: 30 }, () => sendAndLeave(server.port, asked)))
    await Promise.all(
      Array.from({ length: 10 }, () => sendAndLeave(server.port, post(`${json}Content-Length: 7\r\n`, '{"n":1}'))),
    )
  })

  test('clients that disconnect during a file download leave no file open', async () => {
    const last = get('/api/files/posts/post00000000001/table_r5aaGDydtC.csv', 'Range: bytes=1-5\r\n')
    expect((await server.send(last)).status).toBe(206)
    const part = last.replace('Connection: close\r\n', '')
    for (let turn = 0; turn < 20; turn += 1)
      await Promise.all(Array.from({ length: 20 }, () => sendAndLeave(server.port, part.repeat(1 + (turn % 3)))))
    await expect.poll(() => openBelow(join(server.dataDir, 'storage'))).toEqual([])
  })
})
