import { afterEach, describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** Maximum length of a text in a log entry, in bytes. */
const maxTextBytes = 2_000

let copy: SampleCopy
let server: RunningServer
afterEach(async () => {
  await copy.remove()
})

async function open() {
  copy = await copySample('magazine', [{ db: 'logs', sql: 'DELETE FROM _logs' }])
  server = await startServer({ dataDir: copy.dataDir })
}

/** Stops the server, which writes its queued log entries, and returns them. */
async function storedEntries(): Promise<{ message: string; data: Record<string, unknown> }[]> {
  await server.stop()
  const rows = queryDatabase(copy.dataDir, 'logs', 'SELECT message, data FROM _logs ORDER BY rowid')
  return rows.map(([message, data]) => ({ message: String(message), data: JSON.parse(String(data)) }))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('long texts of guests in the log', () => {
  test.each<[string, string, string, object?]>([
    ['the URL of a record', 'GET', `/api/collections/tags/records?x=${'y'.repeat(6_000)}`],
    ['the URL of a page', 'GET', `/${'é'.repeat(1_000)}`],
    ['the user agent', 'GET', '/api/collections/tags/records', { 'User-Agent': 'u'.repeat(30_000) }],
    ['the referer', 'GET', '/api/collections/tags/records', { Referer: `https://a.example/${'r'.repeat(30_000)}` }],
    ['a forwarded address', 'GET', '/api/collections/tags/records', { 'X-Forwarded-For': '1'.repeat(30_000) }],
    ['a rejected filter', 'GET', `/api/collections/tags/records?filter=${'z'.repeat(3_000)}`],
    ['a rejected sort', 'GET', `/api/collections/tags/records?sort=${'z'.repeat(6_000)}`],
    ['the name of a collection', 'GET', `/api/collections/${'n'.repeat(6_000)}/records`],
  ])('%s takes at most 2 kB of the log', async (_, method, path, headers = {}) => {
    await open()
    await askApi(server.port, method, path, { headers: { ...headers } })
    const entries = await storedEntries()
    expect(entries).toHaveLength(1)
    for (const text of textsIn(entries)) expect(Buffer.byteLength(text), text.slice(0, 40)).toBeLessThanOrEqual(maxTextBytes + 10)
    expect(Buffer.byteLength(JSON.stringify(entries))).toBeLessThan(12_000)
  })

  test('rejected values with long names and texts take at most 12 kB of the log', async () => {
    await open()
    const body = {
      title: 'x'.repeat(100_000),
      ...Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`.repeat(50), i])),
    }
    await askApi(server.port, 'POST', '/api/collections/posts/records', { body, token: signToken(copy.dataDir, 'auth', 'admin') })
    const entries = await storedEntries()
    expect(Buffer.byteLength(JSON.stringify(entries))).toBeLessThan(12_000)
  })
})

describe('credentials of guests in the log', () => {
  const secret = 'S3cr3tValue4711'
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6ImFkbWluMDAwMDAwMDAwMSJ9.VGhpc0lzTm90QVNpZ25hdHVyZQ'

  test.each<[string, string, Record<string, string>?]>([
    ['a token in a URL', `/api/files/media/x/y.png?token=${secret}`],
    ['a token whose name is encoded', `/api/files/media/x/y.png?%74o%6Ben=${secret}`],
    ['an access token', `/nothing?access_token=${secret}`],
    ['an OAuth2 code with its state', `/nothing?code=${secret}&state=${secret}`],
    ['a password in a URL', `/nothing?a=b&password=${secret}&c=d`],
    ['a JSON Web Token in a path', `/confirm/${jwt}`],
    ['a JSON Web Token in a filter', `/api/collections/tags/records?filter=${encodeURIComponent(`name="${jwt}"`)}`],
    ['a token in a nested URL', `/nothing?next=${encodeURIComponent(`/x?token=${secret}`)}`],
    ['a code in a referer', '/nothing', { Referer: `https://app.example/callback?code=${secret}&state=${secret}` }],
    ['an email link in a referer', '/nothing', { Referer: `https://app.example/reset/${jwt}` }],
    ['a token in a user agent', '/nothing', { 'User-Agent': `probe/1.0 (Authorization: Bearer ${secret})` }],
    ['a forwarded token', '/nothing', { 'X-Forwarded-For': jwt }],
  ])('%s is not logged', async (_, path, headers = {}) => {
    await open()
    await askApi(server.port, 'GET', path, { headers })
    const entries = await storedEntries()
    expect(entries).toHaveLength(1)
    const text = JSON.stringify(entries)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(jwt.slice(0, 40))
    expect(text).toContain('***')
  })

  test('URLs without credentials are logged unchanged', async () => {
    await open()
    const path = '/nothing?filter=(a%3D%22b%22)&sort=-created&page=2'
    await askApi(server.port, 'GET', path, { headers: { Referer: 'https://app.example/?page=1&tag=a%20b' } })
    const [entry] = await storedEntries()
    expect(entry?.data).toMatchObject({ url: path, referer: 'https://app.example/?page=1&tag=a%20b' })
    expect(entry?.message).toBe('GET /nothing?filter=(a="b")&sort=-created&page=2')
  })
})

describe('client addresses in the log', () => {
  const setIpLogging = (logIp: boolean) =>
    askApi(server.port, 'PATCH', '/api/settings', {
      token: signToken(copy.dataDir, 'auth', 'admin'),
      body: { logs: { logIp, maxDays: 36_500, minLevel: 8 } },
    })

  test.each([
    [false, true],
    [true, false],
  ])('client addresses are logged by the setting at the time of the request: %s, then %s', async (first, second) => {
    await open()
    expect((await setIpLogging(first)).status).toBe(200)
    await askApi(server.port, 'GET', '/first')
    expect((await setIpLogging(second)).status).toBe(200)
    await askApi(server.port, 'GET', '/second')
    const entries = await storedEntries()
    expect(entries.map(({ message, data }) => [message, 'userIp' in data, 'remoteIp' in data])).toEqual([
      ['GET /first', first, first],
      ['GET /second', second, second],
    ])
  })
})
