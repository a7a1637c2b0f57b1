import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** Returns the path of a data directory that does not exist yet. */
async function freshDirectory() {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  return { dataDir: join(folder, 'data'), remove: () => rm(folder, { recursive: true, force: true }) }
}

let fresh: Awaited<ReturnType<typeof freshDirectory>>
let server: RunningServer
beforeAll(async () => {
  fresh = await freshDirectory()
  server = await startServer({ dataDir: fresh.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await fresh.remove()
})

const admin = { email: 'first@magazine.example', password: 'a-first-password', passwordConfirm: 'a-first-password' }

/** Sends a request with any headers: `fetch` forbids `Host`. */
async function create(port: number, headers: Record<string, string>, body = JSON.stringify(admin)) {
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/admins',
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, json: (await json(response)) as { message: string; data: object } }
}

const own = () => `127.0.0.1:${server.port}`

const foreign: [string, () => Record<string, string>][] = [
  ['another site', () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })],
  ['another site in a browser without Sec-Fetch-Site', () => ({ Origin: 'https://evil.example' })],
  ['another port of this machine', () => ({ Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' })],
  ['another port, without Sec-Fetch-Site', () => ({ Origin: 'http://127.0.0.1:3000' })],
  ['a sandboxed frame', () => ({ Origin: 'null' })],
  ['the address bar', () => ({ 'Sec-Fetch-Site': 'none' })],
  [
    'a foreign name that leads to this server',
    () => ({ Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin', Host: 'evil.example' }),
  ],
  ['such a name, without Sec-Fetch-Site', () => ({ Origin: 'http://evil.example', Host: 'evil.example' })],
  ['a name that begins like an address', () => ({ Origin: 'http://127.0.0.1.evil.example', Host: '127.0.0.1.evil.example' })],
  ['a name that ends in localhost', () => ({ Origin: 'http://evil.localhost', Host: 'evil.localhost' })],
  ['another site with a wrong setup code', () => ({ Origin: 'https://evil.example', 'X-Setup-Code': 'x'.repeat(32) })],
]

test.each(foreign)('a page from %s cannot create the first admin', async (_, headers) => {
  const response = await create(server.port, headers())
  expect(response.status).toBe(403)
  expect(response.json.message).toContain('setup code')
  expect(response.json.data).toHaveProperty('setupCode.message')
  expect(queryDatabase(fresh.dataDir, 'data', 'SELECT email FROM _admins')).toEqual([])
})

test('a form of another site cannot create the first admin, in any encoding', async () => {
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
    const { status } = await create(server.port, { ...headers, 'Content-Type': type }, new URLSearchParams(admin).toString())
    expect(status, type).toBe(403)
  }
  expect(queryDatabase(fresh.dataDir, 'data', 'SELECT email FROM _admins')).toEqual([])
})

const allowed: [string, (code: string | undefined) => Record<string, string>][] = [
  ['a program that is no browser', () => ({})],
  ['the dashboard', () => ({ Origin: `http://${own()}`, 'Sec-Fetch-Site': 'same-origin' })],
  ['the dashboard in a browser without Sec-Fetch-Site', () => ({ Origin: `http://${own()}` })],
  ['the dashboard at localhost', () => ({ Origin: 'http://localhost:8090', Host: 'localhost:8090' })],
  ['the dashboard at an IPv6 address', () => ({ Origin: 'http://[::1]:8090', Host: '[::1]:8090' })],
  [
    'the dashboard behind a proxy that rewrites the host',
    () => ({ Origin: 'https://app.example', 'Sec-Fetch-Site': 'same-origin' }),
  ],
  [
    'the dashboard at any name, with the setup code',
    code => ({ Origin: 'https://app.example', Host: 'app.example', 'X-Setup-Code': code ?? '' }),
  ],
]

// The short password keeps the server without an admin, because it is rejected only after the origin is accepted.
test.each(allowed)('%s can create the first admin', async (_, headers) => {
  const response = await create(server.port, headers(server.setupCode), JSON.stringify({ ...admin, password: 'short' }))
  expect(response.status).toBe(400)
  expect(response.json.data).toHaveProperty('password')
})

test('the console link contains the setup code, which expires once there is an admin', async () => {
  const { dataDir, remove } = await freshDirectory()
  onTestFinished(remove)
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  // The link is printed after the address of the server, perhaps in another chunk.
  const printed = () => /\/_\/\?installer#\/\?setupCode=(\w{32})\n/.exec(coffer.output())?.[1] ?? ''
  await expect.poll(printed).not.toBe('')
  const code = printed()
  const headers = { Origin: 'https://app.example', 'X-Setup-Code': code }
  expect((await create(coffer.port, headers)).status).toBe(200)
  expect((await create(coffer.port, headers, JSON.stringify({ ...admin, email: 'second@magazine.example' }))).status).toBe(401)
  await coffer.end('SIGTERM')

  const again = await startCoffer(dataDir)
  const { stdout, stderr } = await again.end('SIGTERM')
  expect(stdout + stderr).not.toContain('setup')
})

test('dashboard pages are isolated from other windows, send no referrer and trust no other origin', async () => {
  const { headers } = await askApi(server.port, 'GET', '/_/?installer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).not.toMatch(/https?:/)
})
