import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let token: string

const entry = (id: string, message: string, data: object, created: string) =>
  `INSERT INTO _logs (id, level, message, data, created, updated) VALUES ('${id}', 0, '${message}', '${JSON.stringify(data)}', '${created}', '')`

const request = { type: 'request', status: 200, userIp: '203.0.113.9', remoteIp: '10.0.0.1' }

beforeAll(async () => {
  copy = await copySample('magazine', [
    { db: 'logs', sql: 'DELETE FROM _logs' },
    { db: 'logs', sql: entry('log000000000001', 'GET /older', { ...request, auth: 'admin' }, '2026-11-01 10:00:00.000Z') },
    {
      db: 'logs',
      sql: entry('log000000000002', 'GET /guest', { type: 'request', auth: 'guest' }, '2026-11-01 10:30:00.000Z'),
    },
    {
      db: 'logs',
      sql: entry(
        'log000000000003',
        'GET /user',
        { ...request, auth: 'authRecord', authCollection: 'users' },
        '2026-11-01 11:00:00.000Z',
      ),
    },
    { db: 'logs', sql: entry('log000000000004', 'mail', { auth: 'kept', userIp: 'kept' }, '2026-11-01 11:10:00.000Z') },
    { sql: "UPDATE _params SET value = json_set(value, '$.logs.maxDays', 36500) WHERE key = 'settings'" },
  ])
  server = await startServer({ dataDir: copy.dataDir })
  token = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (path: string, query: Record<string, string> = {}) =>
  askApi(server.port, 'GET', `${path}?${new URLSearchParams(query)}`, { token })

const before = "created < '2026-11-02'"
async function list(filter: string, sort = '@rowid') {
  const { status, json } = await ask('/today/api/logs', { filter: `${before} && (${filter})`, sort })
  return status === 200 ? (json.items as { id: string }[]).map(({ id }) => Number(id.slice(-1))) : status
}

test("log entries have the names of today's dialect, also entries of 0.22, and no date of an update", async () => {
  const { json } = await ask('/today/api/logs/log000000000003')
  const data = { type: 'request', status: 200, auth: 'users', userIP: '203.0.113.9', remoteIP: '10.0.0.1' }
  expect(json).toEqual({ id: 'log000000000003', level: 0, message: 'GET /user', data, created: '2026-11-01 11:00:00.000Z' })
  expect((await ask('/today/api/logs/log000000000001')).json).toMatchObject({ data: { auth: '_superusers' } })
  expect((await ask('/today/api/logs/log000000000002')).json).toMatchObject({ data: { type: 'request', auth: '' } })
  expect((await ask('/today/api/logs/log000000000004')).json).toMatchObject({ data: { auth: 'kept', userIp: 'kept' } })
  const older = await ask('/api/logs/log000000000003')
  expect(older.json).toMatchObject({ updated: '', data: { auth: 'authRecord', userIp: '203.0.113.9' } })
})

test.each([
  ["data.auth = 'users'", [3]],
  ["data.auth ~ 'use' || data.userIP = '203.0.113.9'", [1, 3]],
  ["data.auth != 'users'", [1, 2, 4]],
  ["data.auth = '' && data.type = 'request'", [2]],
  ["data.auth != '' && data.type = 'request'", [1, 3]],
  ["(data.remoteIP = '10.0.0.1' && data.auth = 'x') || data.auth = '' || message = 'mail'", [2, 4]],
  ['message = \'data.auth = "users"\'', []],
  ["updated > '2020'", 400],
  ["data.auth = 'users", 400],
  ['nothing = 1', 400],
])('the filter %s finds the entries %j', async (filter, expected) => {
  expect(await list(filter)).toEqual(expected)
})

test.each([
  ['-@rowid', [4, 3, 2, 1]],
  ['data.userIP,-created', [2, 3, 1, 4]],
  ['updated', 400],
  ['-updated', 400],
  ['id,,message', 400],
])('the sort %s gives %j', async (sort, expected) => {
  expect(await list("id != ''", sort)).toEqual(expected)
})

test('statistics are filtered by the names of today, and an invalid filter is named', async () => {
  const stats = (filter: string) => ask('/today/api/logs/stats', { filter })
  expect(JSON.parse((await stats(`${before} && data.auth = 'users'`)).text)).toEqual([
    { total: 1, date: '2026-11-01 11:00:00.000Z' },
  ])
  for (const filter of ['updated > 1', 'data.auth =', '@request.auth.id = 1'])
    expect(await stats(filter)).toMatchObject({ status: 400, json: { message: 'Invalid filter format.' } })
})

test('requests of users, superusers and guests are logged with the collection of the requester, health checks of today included', async () => {
  const bob = signToken(copy.dataDir, 'auth', 'users:bob')
  await askApi(server.port, 'GET', '/today/api/health?of=bob', { token: bob })
  await askApi(server.port, 'GET', '/api/health?of=bob', { token: bob })
  await askApi(server.port, 'GET', '/api/collections/posts/records?of=admin', { token })
  await askApi(server.port, 'GET', '/today/api/collections/posts/records?of=guest', { token: 'wrong' })
  const logged = async () => {
    const { json } = await ask('/today/api/logs', { filter: "data.url ~ 'of='", sort: '@rowid', fields: 'data.auth,data.url' })
    return (json.items as { data: { auth: string; url: string } }[]).map(({ data }) => [data.url.split('?')[0], data.auth])
  }
  await expect.poll(logged).toEqual([
    ['/api/health', 'users'],
    ['/api/collections/posts/records', '_superusers'],
    ['/api/collections/posts/records', ''],
  ])
})

test('the log has the dialect of each request in the dialect of today, however the client has chosen it', async () => {
  const records = '/api/collections/posts/records'
  await askApi(server.port, 'GET', `${records}?chosen=not`)
  await askApi(server.port, 'GET', `${records}?chosen=header`, { headers: { 'X-Dialect': 'today' } })
  await askApi(server.port, 'GET', `/today${records}?chosen=prefix`)
  await askApi(server.port, 'GET', '/api/collections/_superusers/records?chosen=route')
  const logged = async (filter: string, base = '') => {
    const sort = base === '' ? 'rowid' : '@rowid'
    const { json } = await ask(`${base}/api/logs`, { filter: `data.url ~ 'chosen=' && (${filter})`, sort })
    return (json.items as { data: { url: string; dialect?: string } }[]).map(({ data }) => [data.url, data.dialect])
  }
  const ofToday = [
    [`${records}?chosen=header`, 'today'],
    [`${records}?chosen=prefix`, 'today'],
    ['/api/collections/_superusers/records?chosen=route', 'today'],
  ]
  await expect.poll(() => logged("id != ''")).toEqual([[`${records}?chosen=not`, undefined], ...ofToday])
  expect(await logged("data.dialect = 'today'")).toEqual(ofToday)
  expect(await logged("data.dialect = 'today'", '/today')).toEqual(ofToday)
  expect(await logged("data.dialect != 'today'")).toEqual([[`${records}?chosen=not`, undefined]])
})
