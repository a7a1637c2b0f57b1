import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer()
})
afterEach(() => server.assertAlive())
afterAll(() => server.close())

const kilobytes = (count: number) => count * 1024
const megabytes = (count: number) => kilobytes(count) * 1024
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { 'Content-Type': 'application/json' }
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
const signIn = '/api/collections/users/auth-with-password'
const confirm = '/api/collections/users/confirm-password-reset'
const create = '/api/collections/scratch/records'

const parts = (count: number, head: string) =>
  `${`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n1\r\n`.repeat(count)}--x--\r\n`

describe('a body beyond a limit', () => {
  test.each<[string, string, Record<string, string>, string, number, RegExp]>([
    ['pairs of a form', signIn, urlencoded, 'identity=a&'.repeat(2_000), 400, /more than 1000 parameters\. Send fewer/],
    ['bytes of a form', signIn, urlencoded, `identity=${'a'.repeat(kilobytes(65))}`, 413, /larger than 64 KB\. Send less/],
    ['bytes of a sign-in', signIn, json, `{"identity":"${'a'.repeat(kilobytes(65))}"}`, 413, /larger than 64 KB\. Send less/],
    ['texts of a sign-in', signIn, multipart, parts(1, `name="a"\r\n\r\n${'a'.repeat(kilobytes(65))}`), 413, /Send less/],
    ['bytes of JSON', create, json, `{"t":"${'x'.repeat(megabytes(33))}"}`, 413, /larger than 32 MB\. Send less/],
    ['values of JSON', create, json, `{"j":[${'{},'.repeat(300_000)}{}]}`, 400, /values\. Send fewer/],
    ['levels of JSON', create, json, `{"j":${'['.repeat(10_001)}${']'.repeat(10_001)}}`, 400, /levels deep\. Send a flatter/],
    ['levels of unterminated JSON', create, json, '{"a":'.repeat(100_000), 400, /levels deep\. Send a flatter/],
    ['texts of a form', create, multipart, parts(1001, 'name="t"'), 400, /1000 parts\. Send fewer/],
    ['files of a form', create, multipart, parts(1001, 'name="f1"; filename="a"'), 400, /1000 parts\. Send fewer/],
  ])('a body beyond a limit is rejected with a solution: %s', async (_, path, headers, body, status, sentence) => {
    const response = await server.ask('POST', path, { body, headers })
    expect(response.json).toEqual({ code: status, message: expect.stringMatching(sentence), data: {} })
  })
})

describe('a request head beyond a limit', () => {
  test('headers of more than 64 kB are rejected with a solution', async () => {
    const { status, body } = await server.send(`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(kilobytes(65))}\r\n\r\n`)
    expect(status).toBe(431)
    expect(JSON.parse(body).message).toMatch(/larger than 64 kB\. Send shorter/)
  })

  test('a URL of more than 16 kB is rejected with a solution', async () => {
    const response = await server.ask('GET', `/api/health?x=${'a'.repeat(kilobytes(16))}`)
    expect(response.json).toMatchObject({ code: 414, message: expect.stringMatching(/16384 characters\. Send a shorter/) })
  })

  test('more than 1,000 query parameters are rejected with a solution', async () => {
    const response = await server.ask('GET', `/api/health?${'a=1&'.repeat(1001)}`)
    expect(response.json).toMatchObject({ code: 400, message: expect.stringMatching(/1000 parameters\. Send fewer/) })
  })
})

test.each([
  ['identity', signIn],
  ['token', confirm],
])('a form of half a megabyte that repeats "%s" is rejected before most of it has arrived', async (name, path) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${urlencoded['Content-Type']}\r\nContent-Length: 500000\r\n\r\n`
  // The rest is never sent, so the server cannot have read or parsed it.
  const { status, body } = await server.send(head + `${name}=a&`.repeat(100))
  expect(status).toBe(413)
  expect(JSON.parse(body).message).toMatch(/larger than 64 KB\. Send less/)
})
