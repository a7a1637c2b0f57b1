import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { changeDatabase } from '../harness/changeDatabase.ts'
import { copySample, databaseOfRun, type SampleCopy } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

const many = 100_000
const fill = (
  count: number,
) => `DELETE FROM _logs; WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
  INSERT INTO _logs (id, level, message, data, created, updated)
  SELECT printf('log%012d', i), CASE i % 10 WHEN 0 THEN 8 ELSE 0 END, 'GET /' || i,
    json_object('type', 'request', 'status', 200 + i % 3, 'auth', CASE i % 2 WHEN 0 THEN 'admin' ELSE 'guest' END),
    strftime('%Y-%m-%d %H:%M:%fZ', '2026-11-01', '+' || (i / 100) || ' minutes'), '' FROM n`

const copyWithLog = (count: number) =>
  copySample('magazine', [
    { db: 'logs', sql: fill(count) },
    { sql: "UPDATE _params SET value = json_set(value, '$.logs.maxDays', 36500) WHERE key = 'settings'" },
  ])

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copyWithLog(many)
  server = await startServer({ dataDir: copy.dataDir })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (path: string, query: Record<string, string> = {}): Promise<ApiResponse> =>
  askApi(server.port, 'GET', `/api/logs${path}?${new URLSearchParams(query)}`, { token: admin })

test('the newest entries of a large log are found without a full scan', async () => {
  const { json } = await ask('', { sort: '-rowid', perPage: '50', skipTotal: '1', filter: 'data.auth!="admin"' })
  const ids = (json.items as { id: string }[]).map(({ id }) => id)
  expect(ids[0]).toBe(`log${String(many - 1).padStart(12, '0')}`)
  expect(ids).toHaveLength(50)
})

const isSqlite = databaseOfRun() === 'sqlite'

/** Whether all entries are counted by hour. In PostgreSQL, triggers count them at once. */
function isCounted() {
  const sql = 'SELECT 1 FROM _coffer_log_counted WHERE upto = (SELECT MAX(rowid) FROM _logs)'
  return !isSqlite || queryDatabase(copy.dataDir, 'logs', sql).length === 1
}

test('the chart is the same before and after a large log is counted, and counting does not block requests', async () => {
  const before = (await ask('/stats')).text
  expect((await askApi(server.port, 'GET', '/api/health')).status).toBe(200)
  await expect.poll(isCounted, { timeout: 30_000 }).toBe(true)
  expect((await ask('/stats')).text).toBe(before)
})

test('the chart counts each entry once, in its own hour', async () => {
  const all = JSON.parse((await ask('/stats')).text) as { total: number; date: string }[]
  expect(all.reduce((sum, { total }) => sum + total, 0)).toBe(many)
  expect(all[0]).toEqual({ total: 6000, date: '2026-11-01 00:00:00.000Z' })
  expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).sort())
  const errors = JSON.parse((await ask('/stats', { filter: 'level > 0 && data.status = 200' })).text) as { total: number }[]
  // A condition on each entry makes the server read them individually.
  const { json } = await ask('', { filter: 'level > 0 && data.status = 200 && id != ""', perPage: '1' })
  expect(errors.reduce((sum, { total }) => sum + total, 0)).toBe(json.totalItems)
})

test('the hourly counts match the entries, whichever program changed them', async () => {
  // PostgreSQL rejects data that is not JSON.
  const broken = "INSERT INTO _logs (level, message, data, created) VALUES (2, 'broken', '{', '2026-12-01 06:00:00.000Z');"
  await changeDatabase(
    copy.dataDir,
    'logs',
    `DELETE FROM _logs WHERE created < '2026-11-01 01:00:00';
    UPDATE _logs SET level = 4, data = '{"auth":"authRecord"}' WHERE id LIKE 'log0000000999%';
    INSERT INTO _logs (level, message, data, created) VALUES (2, 'no request', '{}', '2026-11-01 05:59:59.999Z');
    ${isSqlite ? broken : ''}`,
  )
  const range = 'created >= "2026-11-01 05:00:00.000Z" && created < "2026-11-01 06:00:00.000Z"'
  const filters = [
    'level >= 0',
    'level > 0',
    'data.auth!="admin"',
    'data.auth = "authRecord" || level = 2',
    `level = 2 && ${range}`,
  ]
  for (const filter of [...filters, `data.auth!="admin" && ${range}`]) {
    const counted = await ask('/stats', { filter })
    // A condition on each entry makes the server read them individually.
    const read = await ask('/stats', { filter: `(${filter}) && (id != "" && message != "broken")` })
    const known = JSON.parse(counted.text).filter(({ date }: { date: string }) => date < '2026-12')
    expect(known, filter).toEqual(JSON.parse(read.text))
    const { json } = await ask('', { filter: `(${filter}) && created < "2026-12-01 00:00:00.000Z"`, perPage: '1' })
    expect(json.totalItems, filter).toBe(known.reduce((sum: number, { total }: { total: number }) => sum + total, 0))
  }
  const [first] = JSON.parse((await ask('/stats')).text)
  expect(first).toEqual({ total: 6000, date: '2026-11-01 01:00:00.000Z' })
})

test.each([
  ['', { filter: 'nothing = 1' }, 'Something went wrong while processing your request.'],
  ['', { filter: '@collection.users.id != ""' }, 'Something went wrong while processing your request.'],
  ['', { filter: '@request.auth.id != ""' }, 'Something went wrong while processing your request.'],
  ['', { sort: 'nothing' }, 'Something went wrong while processing your request.'],
  ['/stats', { filter: 'level >' }, 'Invalid filter format.'],
  ['/stats', { filter: 'nothing = 1' }, 'Invalid filter format.'],
])('%s %j is rejected', async (path, query, message) => {
  expect((await ask(path, query)).json).toEqual({ code: 400, message, data: {} })
})

test('tokens in URLs are not logged', async () => {
  const token = signToken(copy.dataDir, 'file', 'admin')
  const path = `/api/backups/magazine_backup.zip?download=1&token=${token}&%74oken=${token}`
  expect((await askApi(server.port, 'GET', path)).status).toBe(200)
  const written = async () => {
    const { json } = await ask('', { filter: 'message ~ "GET /api/backups%"' })
    return (json.items as { message: string; data: { url: string } }[]).map(({ message, data }) => [message, data.url])
  }
  const masked = '/api/backups/magazine_backup.zip?download=1&token=***&'
  await expect.poll(written).toEqual([[`GET ${masked}token=***`, `${masked}%74oken=***`]])
})

test('entries below a raised level are removed although a lower level is saved right after', async () => {
  const { dataDir, remove } = await copyWithLog(5_000)
  onTestFinished(remove)
  const { port, stop } = await startServer({ dataDir })
  onTestFinished(stop)
  const token = signToken(dataDir, 'auth', 'admin')
  const save = (minLevel: number) => askApi(port, 'PATCH', '/api/settings', { token, body: { logs: { minLevel } } })
  expect([(await save(8)).status, (await save(0)).status]).toEqual([200, 200])
  const count = async (filter: string) => {
    const query = new URLSearchParams({ filter: `${filter} && id ~ "log0%"`, perPage: '1' })
    return (await askApi(port, 'GET', `/api/logs?${query}`, { token })).json.totalItems
  }
  await expect.poll(() => count('level < 8'), { timeout: 30_000 }).toBe(0)
  expect(await count('level = 8')).toBe(500)
})
