import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { runCoffer } from '../harness/coffer.ts'
import { subscribe } from '../harness/eventStreams.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { newDataDir, startForTest } from '../harness/startForTest.ts'
import { startWithAdmin } from './harness/startWithAdmin.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const serve = (dataDir: string, address: string) => startForTest(dataDir, ['--database', address])

const admin = (address: string, dir: string, ...words: string[]) =>
  runCoffer(['admin', ...words, '--dir', dir, '--database', address])

async function signIn(port: number, password: string) {
  const body = { identity: 'admin@example.com', password }
  return askApi(port, 'POST', '/api/admins/auth-with-password', { body })
}

/** Returns the process of PostgreSQL that holds the lock of the server of a database. */
async function holderOf(address: string): Promise<number | undefined> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'coffer %'
      AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`,
  )
  await client.end()
  return rows[0]?.pid
}

/** Ends the session that holds the lock of the server of a database, as an administrator or a lost connection does. */
async function endSession(address: string): Promise<void> {
  const pid = await holderOf(address)
  if (pid === undefined) throw new Error('No session holds the lock.')
  await postgres.execute(address, `SELECT pg_terminate_backend(${pid}, 5000)`)
}

const schema = [
  { name: 'title', type: 'text' },
  { name: 'count', type: 'number' },
]

describe('coffer serve --database', () => {
  test('sets up an empty database, and finds its records after a restart', async () => {
    const [address, dir] = [await postgres.createDatabase(), newDataDir()]
    const first = await serve(dir, address)
    expect(await admin(address, dir, 'create', 'admin@example.com', 'a secret password')).toMatchObject({ status: 0, stderr: '' })
    const token = String((await signIn(first.port, 'a secret password')).json.token)
    const collection = { name: 'notes', type: 'base', schema, listRule: '' }
    expect(await askApi(first.port, 'POST', '/api/collections', { token, body: collection })).toMatchObject({ status: 200 })
    const body = { title: 'first', count: 1.5 }
    expect(await askApi(first.port, 'POST', '/api/collections/notes/records', { token, body })).toMatchObject({ status: 200 })
    expect((await first.end('SIGTERM')).status).toBe(0)

    const second = await serve(dir, address)
    const { json } = await askApi(second.port, 'GET', '/api/collections/notes/records')
    expect(json).toMatchObject({ totalItems: 1, items: [body] })
    expect(await askApi(second.port, 'GET', '/api/logs', { token })).toMatchObject({ status: 200 })
  })

  test('a password that coffer admin has changed invalidates the tokens of a running server', async () => {
    const [address, dir] = [await postgres.createDatabase(), newDataDir()]
    const { port } = await serve(dir, address)
    await admin(address, dir, 'create', 'admin@example.com', 'a secret password')
    const token = String((await signIn(port, 'a secret password')).json.token)
    expect(await askApi(port, 'GET', '/api/settings', { token })).toMatchObject({ status: 200 })
    await admin(address, dir, 'update', 'admin@example.com', 'another password')
    expect(await askApi(port, 'GET', '/api/settings', { token })).toMatchObject({ status: 401 })
  })

  test('a second server on the same database is rejected', async () => {
    const address = await postgres.createDatabase()
    await serve(newDataDir(), address)
    const second = await runCoffer(['serve', '--dir', newDataDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(second).toMatchObject({ status: 1, stdout: '' })
    expect(second.stderr).toMatch(/^Error: Another server runs on this database\. Stop that one first.*\n$/)
  })

  test('a server starts after another one on the same database was killed', async () => {
    const [address, dir] = [await postgres.createDatabase(), newDataDir()]
    const first = await serve(dir, address)
    await first.end('SIGKILL')
    const second = await serve(dir, address)
    expect(await askApi(second.port, 'GET', '/api/health')).toMatchObject({ status: 200 })
  })

  test('a server that loses the connection with its lock takes the lock again, also while PostgreSQL restarts', async () => {
    const address = await postgres.createDatabase()
    const first = await serve(newDataDir(), address)
    const assertSecondIsRejected = async () => {
      const second = await runCoffer(['serve', '--dir', newDataDir(), '--http', '127.0.0.1:0', '--database', address])
      expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another server runs on this database.')])
    }
    await endSession(address)
    await assertSecondIsRejected()
    await postgres.stop()
    await postgres.start()
    await expect.poll(() => holderOf(address), { timeout: 20_000, interval: 100 }).not.toBeUndefined()
    await assertSecondIsRejected()
    expect(await askApi(first.port, 'GET', '/api/collections')).toMatchObject({ status: 401 })
    expect(first.isRunning()).toBe(true)
  }, 60_000)

  test('a server ends if another one has taken over its database while it was suspended', async () => {
    const address = await postgres.createDatabase()
    const first = await serve(newDataDir(), address)
    first.signal('SIGSTOP')
    await endSession(address)
    const second = await serve(newDataDir(), address)
    first.signal('SIGCONT')
    await expect.poll(() => first.isRunning(), { timeout: 20_000, interval: 100 }).toBe(false)
    // The last output can arrive after the end of the process.
    await expect.poll(first.output).toContain('Another server has taken over the database')
    expect(await askApi(second.port, 'GET', '/api/health')).toMatchObject({ status: 200 })
  }, 60_000)

  test('the events of all changes arrive although PostgreSQL had no connection left to evaluate them', async () => {
    const address = new URL(await postgres.createDatabase())
    const database = address.pathname.slice(1)
    // The limit does not apply to the owner of the server.
    await postgres.execute(postgres.address, `CREATE ROLE limited LOGIN; ALTER DATABASE ${database} OWNER TO limited`)
    address.username = 'limited'
    const { server, token } = await startWithAdmin(address.href)
    const { port } = server
    const collection = { name: 'notes', type: 'base', schema, listRule: 'title != ""', createRule: '' }
    expect(await askApi(port, 'POST', '/api/collections', { token, body: collection })).toMatchObject({ status: 200 })
    const listener = await openListener(port)
    onTestFinished(listener.close)
    expect(await subscribe(port, listener.clientId, ['notes/*'])).toBe(204)

    await postgres.execute(postgres.address, `ALTER DATABASE ${database} CONNECTION LIMIT 0`)
    const titles = Array.from({ length: 60 }, (_, index) => `${index}`)
    let rejected = 0
    const create = async (title: string) => {
      while ((await askApi(port, 'POST', '/api/collections/notes/records', { body: { title } })).status !== 200) rejected += 1
    }
    await Promise.all(titles.map(create))
    await postgres.execute(postgres.address, `ALTER DATABASE ${database} CONNECTION LIMIT -1`)
    expect(rejected).toBeGreaterThan(0)
    const arrived: string[] = []
    const take = () => {
      arrived.push(...listener.take().map(({ json }) => (json as { record: { title: string } }).record.title))
      return arrived.toSorted()
    }
    await expect.poll(take).toEqual(titles.toSorted())
  })

  test('an unreachable server ends the process with one sentence, which does not contain the password', async () => {
    const address = 'postgres://coffer:top-secret@127.0.0.1:1/app'
    const ended = await runCoffer(['serve', '--dir', newDataDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Error: Couldn't connect to PostgreSQL at 127\.0\.0\.1:1\/app: .*\n$/)
    expect(ended.stderr).not.toContain('top-secret')
  })

  test('the database of another application is rejected and not changed', async () => {
    const address = await postgres.createDatabase()
    await postgres.execute(address, 'CREATE TABLE customers (id text)')
    const ended = await runCoffer(['serve', '--dir', newDataDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(ended.status).toBe(1)
    expect(ended.stderr).toMatch(/^Error: The database ".*" belongs to another application: it has the table "customers".*\n$/)
  })
})
