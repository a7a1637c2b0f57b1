import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

let ask: (method: string, path: string, body?: object) => ReturnType<typeof askApi>
let close: () => Promise<void>
beforeAll(async () => {
  const { dataDir, remove } = await copySample('magazine', [], 'postgres')
  const server = await startServer({ dataDir })
  const token = signToken(dataDir, 'auth', 'admin')
  ask = (method, path, body) => askApi(server.port, method, path, { token, ...(body && { body }) })
  close = async () => {
    await server.stop()
    await remove()
  }
})
afterAll(() => close())

async function succeed(method: string, path: string, body?: object) {
  const { status, json, text } = await ask(method, path, body)
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return json
}

const withIndexes = (name: string, ...indexes: string[]) => ({
  name,
  schema: [
    { name: 'title', type: 'text' },
    { name: 'count', type: 'number' },
    { name: 'data', type: 'json', options: { maxSize: 1000 } },
  ],
  indexes,
})

test.each([
  ['CREATE INDEX sqlite_mine ON subject (title)', 'object name reserved for internal use: sqlite_mine'],
  [
    'CREATE INDEX SQLITE_autoindex__admins_1 ON subject (title)',
    'object name reserved for internal use: SQLITE_autoindex__admins_1',
  ],
  ['CREATE INDEX __pb_users_auth__email_idx ON subject (title)', 'the server uses an index with this name'],
  ['CREATE INDEX _externalAuths_record_provider_idx ON subject (title)', 'the server uses an index with this name'],
  ['CREATE INDEX USERS ON subject (title)', 'there is already a table named USERS'],
  ['CREATE INDEX Post_Stats ON subject (title)', 'there is already a table named Post_Stats'],
  ['CREATE INDEX temp.mine ON subject (title)', 'cannot create a TEMP index on non-TEMP table "subject"'],
  ['CREATE INDEX public.mine ON subject (title)', 'unknown database `public`'],
  ['CREATE INDEX mine ON subject (`@row`)', 'no such column: @row'],
  ['CREATE INDEX mine ON subject (rowid)', 'no such column: rowid'],
  ['CREATE INDEX mine ON subject (lower(subject.title))', 'the "." operator prohibited in index expressions'],
  ["CREATE INDEX mine ON subject ((title || E'x'))", 'near "\'x\'": syntax error'],
  ['CREATE INDEX mine ON subject (title text_pattern_ops)', 'near "text_pattern_ops": syntax error'],
])('an index that could not be exported to data.db gets the error of SQLite: %s', async (index, message) => {
  const { status, json } = await ask('POST', '/api/collections', withIndexes('subject', index))
  expect([status, json.data]).toEqual([
    400,
    { indexes: { 0: { code: 'validation_invalid_index_expression', message: expect.stringContaining(`- ${message}`) } } },
  ])
})

test('a unique index of JSON compares numbers in texts by their value, so that it can be exported', async () => {
  await succeed('POST', '/api/collections', withIndexes('codes', 'CREATE UNIQUE INDEX codes_data ON codes (data)'))
  const statuses: number[] = []
  for (const data of [1, '1.0', '1e0', 0, '-0', '1e20', '100000000000000000000', '9007199254740993', '9007199254740992'])
    statuses.push((await ask('POST', records('codes'), { data })).status)
  expect(statuses).toEqual([200, 400, 400, 200, 400, 200, 400, 200, 200])
  await succeed('POST', '/api/backups', { name: 'codes.zip' })
})

const records = (collection: string) => `/api/collections/${collection}/records`
const view = (name: string, query: string) => ({ name, type: 'view', options: { query } })

test('names of more than 63 bytes stay complete when views are recreated, and in backups', async () => {
  const [table, field, column, other] = ['t', 'f', 'c', 'v'].map(letter => letter.repeat(100))
  const changed = await succeed('POST', '/api/collections', {
    name: table,
    schema: [{ name: field, type: 'text' }],
    indexes: [
      `CREATE INDEX ${'i'.repeat(100)} ON ${table} (${field})`,
      `CREATE UNIQUE INDEX ${'u'.repeat(100)} ON ${table} (${field})`,
    ],
  })
  await succeed('POST', '/api/collections', view('first', `SELECT id, ${field} AS ${column} FROM ${table}`))
  await succeed('POST', '/api/collections', view(`${other}`, `SELECT id, ${column} FROM first`))
  await succeed('POST', records(`${table}`), { [`${field}`]: 'a' })
  const expectComplete = async (last: string) => {
    await succeed('POST', '/api/collections', view(last, `SELECT id, ${column} AS copied FROM ${other}`))
    expect((await succeed('GET', `${records(last)}?perPage=1`)).items).toMatchObject([{ copied: 'a' }])
    expect((await succeed('GET', `${records(`${other}`)}?perPage=1`)).items).toMatchObject([{ [`${column}`]: 'a' }])
  }
  await expectComplete('last')
  // Views are recreated when a view or table that they read changes.
  await succeed('PATCH', '/api/collections/first', view('first', `SELECT ${field} AS ${column}, id FROM ${table}`))
  await expectComplete('afterView')
  const schema = [...(changed.schema as object[]), { name: 'added', type: 'text' }]
  await succeed('PATCH', `/api/collections/${table}`, { schema, indexes: (changed.indexes as string[]).slice(0, 1) })
  await expectComplete('afterTable')
  // Without the unique index.
  await succeed('POST', records(`${table}`), { [`${field}`]: 'a' })
  await succeed('POST', '/api/backups', { name: 'long.zip' })
  await succeed('POST', '/api/backups/long.zip/restore')
  await expect
    .poll(async () => (await ask('GET', '/api/health')).json.data, { timeout: 60_000 })
    .toMatchObject({ canBackup: true })
  expect((await ask('GET', '/api/health')).json.data).toMatchObject({ lastRestore: { error: '' } })
  await expectComplete('afterRestore')
})
