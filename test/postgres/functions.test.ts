import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer } from '../harness/coffer.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { newDataDir } from '../harness/startForTest.ts'
import { startWithAdmin } from './harness/startWithAdmin.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

const rowsOf = async (client: pg.Client, text: string): Promise<unknown[]> =>
  (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat()

const schemasOf = (client: pg.Client) =>
  rowsOf(client, "SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'coffer%' ORDER BY 1")

/** The key under which sessions lock the functions of a version. */
const keysOf = (version: string) => `${0x636f6676}, ${Number.parseInt(version.slice(0, 8), 16) | 0}`

/** A version of the functions that no server has. */
const otherVersion = 'fedcba9876543210'.repeat(4)
const otherSchema = `coffer_${otherVersion.slice(0, 12)}`

test('a command of another version neither removes nor replaces the functions of a server that runs', {
  timeout: 60_000,
}, async () => {
  const address = await postgres.createDatabase()
  const dir = newDataDir()
  const createAdmin = async (email: string) => {
    const words = ['admin', 'create', email, 'a secret password', '--dir', dir, '--database', address]
    expect(await runCoffer(words)).toMatchObject({ status: 0, stderr: '' })
  }
  await createAdmin('one@example.com')
  const client = await connect(address)
  const own = await schemasOf(client)
  expect(own).toEqual(['coffer', expect.stringMatching(/^coffer_[0-9a-f]{12}$/)])
  const definition = "SELECT pg_get_functiondef('coffer.to_text(boolean)'::regprocedure)"
  const before = await rowsOf(client, definition)

  // What a server of another version leaves, and holds while it runs.
  const other = await connect(address)
  await other.query(`CREATE SCHEMA ${otherSchema}; COMMENT ON SCHEMA ${otherSchema} IS '${otherVersion}';
    CREATE FUNCTION ${otherSchema}.at() RETURNS int LANGUAGE sql AS 'SELECT 1';
    CREATE OR REPLACE FUNCTION coffer.to_text(value boolean) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT ''other''';
    COMMENT ON SCHEMA coffer IS '${otherVersion}'; SELECT pg_advisory_lock_shared(${keysOf(otherVersion)})`)
  await createAdmin('two@example.com')
  expect(await schemasOf(client)).toEqual([...own, otherSchema].sort())
  expect(String(await rowsOf(client, definition))).toContain('other')

  await other.end()
  await createAdmin('three@example.com')
  expect(await schemasOf(client)).toEqual(own)
  expect(await rowsOf(client, definition)).toEqual(before)

  // As if only another version had set up the database.
  await client.query(`DROP SCHEMA ${own[1]} CASCADE; CREATE ROLE reader LOGIN;
    GRANT pg_read_all_data TO reader; GRANT ALL ON SCHEMA public TO reader`)
  mkdirSync(dir, { recursive: true })
  const readOnly = new URL(address)
  readOnly.username = 'reader'
  const examine = (database: string) => runCoffer(['doctor', '--dir', dir, '--database', database])
  const rejected = await examine(readOnly.href)
  expect([rejected.status, rejected.stderr]).toEqual([2, expect.stringContaining('was set up by another version of Coffer')])
  expect(await examine(address)).toMatchObject({ stderr: '' })
  expect(await schemasOf(client)).toEqual(own)
})

test('a server uses its own functions, and keeps them while it runs, also when it has lost its connections', {
  timeout: 60_000,
}, async () => {
  const address = await postgres.createDatabase()
  const { server, token } = await startWithAdmin(address)
  const collection = { name: 'notes', type: 'base', schema: [{ name: 'title', type: 'text' }], listRule: '' }
  expect(await askApi(server.port, 'POST', '/api/collections', { token, body: collection })).toMatchObject({ status: 200 })
  const records = '/api/collections/notes/records'
  expect(await askApi(server.port, 'POST', records, { token, body: { title: 'A title' } })).toMatchObject({ status: 200 })
  let round = 0
  /** Returns the number of matching records. Each filter is another one, so that no response is cached. */
  const found = async () => {
    round += 1
    const filter = encodeURIComponent(`title ~ "TIT" && title != "${round}"`)
    return (await askApi(server.port, 'GET', `${records}?filter=${filter}`)).json.totalItems
  }

  // As a newer command could do.
  const client = await connect(address)
  await client.query(
    `CREATE OR REPLACE FUNCTION coffer.matches(content text, pattern text) RETURNS boolean LANGUAGE sql AS 'SELECT false'`,
  )
  expect(await found()).toBe(1)

  const [version] = await rowsOf(
    client,
    "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname LIKE 'coffer\\_%'",
  )
  const isUnused = async () => {
    const [isLocked] = await rowsOf(client, `SELECT pg_try_advisory_lock(${keysOf(String(version))})`)
    if (isLocked) await client.query(`SELECT pg_advisory_unlock(${keysOf(String(version))})`)
    return isLocked
  }
  expect(await isUnused()).toBe(false)
  await client.query(`DROP SCHEMA coffer_${String(version).slice(0, 12)} CASCADE`)
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'coffer%' AND datname = current_database()`,
  )
  await expect.poll(found, { timeout: 10_000 }).toBe(1)
  expect(await isUnused()).toBe(false)
  await server.end('SIGTERM')
  await expect.poll(isUnused, { timeout: 10_000 }).toBe(true)
})
