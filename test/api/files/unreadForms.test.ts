import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { sendBytes } from '../../harness/sendBytes.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const part = (size: number) => `--x\r\nContent-Disposition: form-data; name="f1"; filename="a.txt"\r\n\r\n${'a'.repeat(size)}`
const form = (size: number) => `${part(size)}\r\n--x--\r\n`

function head(line: string, length: number, more: Record<string, string> = {}) {
  const headers = { Host: 'x', 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(length), ...more }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function uploads() {
  const folder = join(copy.dataDir, '.pb_temp_to_delete')
  return existsSync(folder) ? readdirSync(folder) : []
}

const records = (collection: string) => `/api/collections/${collection}/records`
const closed = 'Only admins can perform this action.'
const forAdmins = 'The request requires valid admin authorization token to be set.'

test.concurrent.each<[string, string | undefined, string, number, string]>([
  ['an unknown collection', 'admin', `POST ${records('nothing')}`, 404, "The requested resource wasn't found."],
  ['a view', 'admin', `POST ${records('post_stats')}`, 400, 'Unsupported collection type.'],
  ['a collection without a rule for new records', 'users:alice', `POST ${records('registry')}`, 403, closed],
  ['a collection without a rule for changes', undefined, `PATCH ${records('secrets')}/secret000000001`, 403, closed],
  ['an admin route', 'users:alice', 'PATCH /api/settings', 401, forAdmins],
])(
  'a form for %s is rejected before it has been received, and the connection is closed',
  async (_, who, line, status, message) => {
    const token = who && signToken(copy.dataDir, 'auth', who)
    const begun = head(line, 50_000_000, token ? { Authorization: token } : {}) + part(100_000)
    const response = await sendBytes(server.port, begun)
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body)).toEqual({ code: status, message, data: {} })
    expect(response.head).toMatch(/^connection: close$/im)
    expect(uploads()).toEqual([])
  },
)

test('a connection can be reused after a short form was rejected', async () => {
  const content = form(100_000)
  const refused = head(`POST ${records('nothing')}`, content.length) + content
  const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const { status, head: first, body } = await sendBytes(server.port, refused + refused + health)
  expect(status).toBe(404)
  expect(first).not.toMatch(/^connection: close$/im)
  expect(body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200'])
})

test('a client that sends a long form to its end can read the rejection', async () => {
  const send = (content: string) => sendBytes(server.port, head(`POST ${records('nothing')}`, content.length) + content)
  for (const { status, head: text, body } of await Promise.all([send(form(10_000_000)), send(form(30_000_000))])) {
    expect(status).toBe(404)
    expect(text).toMatch(/^connection: close$/im)
    expect(JSON.parse(body).code).toBe(404)
  }
})

test('a request rejected after its form was received leaves no upload behind', async () => {
  const body = new FormData()
  body.set('title', 'x')
  body.set('file', new File(['x'.repeat(1000)], 'a.txt'))
  expect((await askApi(server.port, 'POST', records('media'), { body })).status).toBe(400)
  await expect.poll(uploads).toEqual([])
})

test('files for fields that are not file fields are ignored', async () => {
  const body = new FormData()
  body.set('t', 'x')
  for (const field of ['t', 'unknown', '__proto__', 'f1']) body.append(field, new File([`file of ${field}`], 'a.txt'))
  const { status, json } = await askApi(server.port, 'POST', records('scratch'), { body })
  expect(status).toBe(200)
  expect(json).toMatchObject({ t: 'x', f1: expect.stringMatching(/^a\w+\.txt$/) })
  const stored = await askApi(server.port, 'GET', `/api/files/scratch/${json.id}/${json.f1}`)
  expect(stored.text).toBe('file of f1')
})
