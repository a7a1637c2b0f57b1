import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type CopyDatabase, copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const fill = `DELETE FROM _logs; WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
  INSERT INTO _logs (id, level, message, data, created, updated)
  SELECT printf('log%012d', i), CASE i % 10 WHEN 0 THEN 8 WHEN 1 THEN -4 ELSE 0 END, 'GET /' || (i % 50) || char(65 + i % 50),
    CASE i % 7 WHEN 0 THEN '{}' WHEN 1 THEN '{"auth":null,"status":"400"}' WHEN 2 THEN '{"auth":5,"details":{"a":[1,"x"]}}' ELSE
      json_object('type', 'request', 'status', 200 + i % 3, 'execTime', i / 8.0, 'auth', CASE i % 2 WHEN 0 THEN 'admin' ELSE 'guest' END) END,
    strftime('%Y-%m-%d %H:%M:%fZ', '2026-11-01', '+' || (i / 20 * 7 % 3000) || ' minutes'), '2026-11-01 00:00:00.000Z' FROM n`

const range = 'created >= "2026-11-01 05:00:00.000Z" && created < "2026-11-02 06:00:00.000Z"'

const filters = [
  '',
  'level > 0',
  'level >= 0 && data.auth!="admin"',
  'data.auth = "guest" || level = 8',
  'data.auth = null',
  'data.auth = 5',
  'data.auth ~ "DM"',
  `data.auth!="admin" && ${range}`,
  range,
  'data.status = 400',
  'data.status >= 201',
  'data.execTime > 50.5',
  'data.details.a.1 = "x"',
  'data ~ "request"',
  'message ~ "get /1%z"',
  'message !~ "get /1"',
  'id > "log000000001990"',
  'rowid > 1990 && level != 0',
  'created > "2026-11-02"',
]

const sorts = [
  '',
  '-rowid',
  'created,-rowid',
  '-created,id',
  '-level,message,rowid',
  'data.execTime,rowid',
  '-data.auth,rowid',
  'data,rowid',
]

const paths = [
  ...filters.flatMap(filter => [
    `/stats?${new URLSearchParams({ filter })}`,
    `?${new URLSearchParams({ filter, sort: 'rowid', perPage: '7' })}`,
  ]),
  ...filters.map(filter => `?${new URLSearchParams({ filter, sort: '-rowid', perPage: '5', skipTotal: '1' })}`),
  ...sorts.map(sort => `?${new URLSearchParams({ sort, perPage: '30', page: '3' })}`),
  '/log000000000007',
  '/missing',
  `?${new URLSearchParams({ filter: 'nothing = 1' })}`,
  `/stats?${new URLSearchParams({ filter: 'level >' })}`,
]

/** Returns the responses of a server to all requests. */
async function readLog(database: CopyDatabase): Promise<Record<string, string>> {
  const retention = "UPDATE _params SET value = json_set(value, '$.logs.maxDays', 36500) WHERE key = 'settings'"
  const copy = await copySample('magazine', [{ db: 'logs', sql: fill }, { sql: retention }], database)
  try {
    const server = await startServer({ dataDir: copy.dataDir })
    try {
      const token = signToken(copy.dataDir, 'auth', 'admin')
      const responses: Record<string, string> = {}
      for (const path of paths) responses[path] = (await askApi(server.port, 'GET', `/api/logs${path}`, { token })).text
      return responses
    } finally {
      await server.stop()
    }
  } finally {
    await copy.remove()
  }
}

test('lists, filters, sorts and statistics of the log are the same on PostgreSQL as on SQLite', async () => {
  const expected = await readLog('sqlite')
  const found = await readLog('postgres')
  expect(found).toEqual(expected)
  expect(new Set(Object.values(expected)).size).toBeGreaterThan(50)
})
