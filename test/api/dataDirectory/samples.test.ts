import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample, type Preparation, type SampleName } from '../../harness/copySample.ts'
import { inconsistencies } from '../../harness/inconsistencies.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { startServer } from '../../harness/startServer.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const key = '0123456789abcdefghijklmnopqrstuv'
const admin = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
/** An admin for the sample that has none; the password hash is that of the magazine's admin. */
const newAdmin = (hash: unknown): Preparation => ({
  sql: `INSERT INTO _admins (id, email, tokenKey, passwordHash) VALUES ('admin0000000001', '${admin.identity}', 'key', '${hash}')`,
})

async function copy(sample: SampleName) {
  const magazine = await copySample('magazine')
  const [row] = queryDatabase(magazine.dataDir, 'data', `SELECT passwordHash FROM _admins WHERE email = '${admin.identity}'`)
  await magazine.remove()
  const copied = await copySample(sample, sample === 'fresh' ? [newAdmin(row?.[0])] : [])
  cleanUp.push(copied.remove)
  return copied.dataDir
}

type Ask = (method: string, path: string, body?: object) => Promise<ApiResponse>

async function signIn(port: number): Promise<Ask> {
  const { json, text } = await askApi(port, 'POST', '/api/admins/auth-with-password', { body: admin })
  if (typeof json.token !== 'string') throw new Error(text)
  const token = json.token
  return async (method, path, body) => {
    const response = await askApi(port, method, `/api/collections${path}`, { token, ...(body === undefined ? {} : { body }) })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
    return response
  }
}

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const open = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }

/** Creates collections of each type, changes and fills them, and deletes one. */
async function workOn(ask: Ask, run: number): Promise<void> {
  const name = `work_${run}`
  const user = {
    id: `work_user${run}`,
    name: 'user',
    type: 'relation',
    options: { collectionId: '_pb_users_auth_', maxSelect: 1 },
  }
  await ask('POST', '', {
    ...open,
    name,
    schema: [text(`work_a${run}`, 'a'), text(`work_b${run}`, 'b'), user],
    indexes: [`create unique index idx_${name} on ${name} (a, b)`],
  })
  await ask('POST', `/${name}/records`, { a: 'one', b: 'two' })
  await ask('POST', '', { name: `${name}_people`, type: 'auth', schema: [text(`work_c${run}`, 'c')], ...open })
  const person = { username: `someone${run}`, password: '12345678', passwordConfirm: '12345678', c: 'three' }
  await ask('POST', `/${name}_people/records`, person)
  await ask('POST', '', {
    ...open,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    name: `${name}_view`,
    type: 'view',
    options: { query: `select id, a, user from ${name}` },
  })
  await ask('PATCH', `/${name}`, {
    schema: [
      text(`work_a${run}`, 'b'),
      text(`work_b${run}`, 'a'),
      { id: `work_n${run}`, name: 'n', type: 'number' },
      { ...user, options: { collectionId: '_pb_users_auth_', maxSelect: null } },
    ],
    indexes: [],
  })
  const { json } = await ask('GET', `/${name}/records?fields=a,b,n,user`)
  expect(json.items).toEqual([{ a: 'two', b: 'one', n: 0, user: [] }])
  await ask('POST', '', { name: `${name}_gone`, schema: [text(`work_d${run}`, 'd')] })
  await ask('DELETE', `/${name}_gone`)
  await ask('PATCH', `/${name}_people`, { name: `${name}_folk` })
}

const query = (dataDir: string, sql: string) => queryDatabase(dataDir, 'data', sql)
const pragmas = ['page_size', 'encoding', 'auto_vacuum', 'user_version', 'application_id', 'journal_mode']

/** Reads all data of a directory except what the test has changed. */
const untouched = (dataDir: string) => ({
  pragmas: pragmas.map(pragma => query(dataDir, `PRAGMA ${pragma}`)),
  definitions: query(
    dataDir,
    "SELECT name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'work%' AND name NOT LIKE 'work%' ORDER BY name",
  ),
  collections: query(dataDir, "SELECT * FROM _collections WHERE name NOT LIKE 'work%' ORDER BY id"),
  rows: query(
    dataDir,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'work%' AND name <> '_collections' ORDER BY name",
  ).map(([table]) => [table, query(dataDir, `SELECT * FROM \`${table}\` ORDER BY 1`)]),
})

const fieldKeys = ['system', 'id', 'name', 'type', 'required', 'presentable', 'unique', 'options']

/** Asserts that the rows of new collections have the format of a 0.22 server. */
function assertRowFormat(dataDir: string): void {
  const rows = query(
    dataDir,
    "SELECT `system`, type, schema, indexes, options, created, updated, typeof(`system`) FROM _collections WHERE name LIKE 'work%'",
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const [system, type, schema, indexes, options, created, updated, kind] of rows) {
    expect([system, kind]).toEqual([0, 'integer'])
    for (const json of [schema, indexes, options]) expect(JSON.stringify(JSON.parse(String(json)))).toBe(json)
    for (const field of JSON.parse(String(schema))) expect(Object.keys(field)).toEqual(fieldKeys)
    const optionKeys = Object.keys(JSON.parse(String(options)))
    expect(optionKeys).toEqual([...optionKeys].sort())
    expect(optionKeys.length).toBe(type === 'auth' ? 9 : type === 'view' ? 1 : 0)
    for (const date of [created, updated]) expect(date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/)
  }
}

describe('Coffer works on the data directory of a 0.22 server without changing its format', () => {
  test.each(['magazine', 'fresh', 'later', 'encrypted'] as const)('the sample "%s" keeps its format', async sample => {
    const dataDir = await copy(sample)
    const before = untouched(dataDir)
    const encrypted = sample === 'encrypted' ? { args: ['--encryptionEnv', 'KEY'], env: { KEY: key } } : {}
    for (const run of [1, 2]) {
      const server = await startServer({ dataDir, ...encrypted })
      await signIn(server.port)
        .then(ask => workOn(ask, run))
        .finally(server.stop)
      expect(inconsistencies(dataDir)).toEqual([])
      expect(untouched(dataDir)).toEqual(before)
      assertRowFormat(dataDir)
    }
  })

  test('a directory of a killed server, with changes only in the write-ahead log, keeps its format', async () => {
    const dataDir = await copy('magazine')
    const first = await startCoffer(dataDir)
    await workOn(await signIn(first.port), 1)
    await first.end('SIGKILL')
    // The database file alone is older than its write-ahead log.
    using alone = new DatabaseSync(`file:${join(dataDir, 'data.db')}?immutable=1`, { readOnly: true })
    expect(alone.prepare("SELECT COUNT(*) AS n FROM sqlite_schema WHERE name LIKE 'work%'").get()).toEqual({ n: 0 })
    const second = await startServer({ dataDir })
    const ask = await signIn(second.port)
    expect((await ask('GET', '/work_1/records?fields=a,b')).json.items).toEqual([{ a: 'two', b: 'one' }])
    await workOn(ask, 2).finally(second.stop)
    expect(inconsistencies(dataDir)).toEqual([])
  })
})
