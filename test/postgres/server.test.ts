import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const newDir = (): string => {
  const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'pb_data')
}

const serve = async (dataDir: string, address: string) => {
  const server = await startCoffer(dataDir, ['--database', address])
  onTestFinished(async () => {
    if (server.isRunning()) await server.end('SIGKILL')
  })
  return server
}

const admin = (address: string, dir: string, ...words: string[]) =>
  runCoffer(['admin', ...words, '--dir', dir, '--database', address])

const signIn = async (port: number, password: string) => {
  const body = { identity: 'admin@example.com', password }
  return askApi(port, 'POST', '/api/admins/auth-with-password', { body })
}

/** Returns the process of PostgreSQL that holds the lock of the server of a database. */
const holderOf = async (address: string): Promise<number | undefined> => {
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
const endSession = async (address: string): Promise<void> => {
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
    const [address, dir] = [await postgres.createDatabase(), newDir()]
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
    const [address, dir] = [await postgres.createDatabase(), newDir()]
    const { port } = await serve(dir, address)
    await admin(address, dir, 'create', 'admin@example.com', 'a secret password')
    const token = String((await signIn(port, 'a secret password')).json.token)
    expect(await askApi(port, 'GET', '/api/settings', { token })).toMatchObject({ status: 200 })
    await admin(address, dir, 'update', 'admin@example.com', 'another password')
    expect(await askApi(port, 'GET', '/api/settings', { token })).toMatchObject({ status: 401 })
  })

  test('a second server on the same database is rejected', async () => {
    const address = await postgres.createDatabase()
    await serve(newDir(), address)
    const second = await runCoffer(['serve', '--dir', newDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(second).toMatchObject({ status: 1, stdout: '' })
    expect(second.stderr).toMatch(/^Error: Another server runs on this database\. Stop that one first.*\n$/)
  })

  test('a server starts after another one on the same database was killed', async () => {
    const [address, dir] = [await postgres.createDatabase(), newDir()]
    const first = await serve(dir, address)
    await first.end('SIGKILL')
    const second = await serve(dir, address)
    expect(await askApi(second.port, 'GET', '/api/health')).toMatchObject({ status: 200 })
  })

  test('a server that loses the connection with its lock takes the lock again, also while PostgreSQL restarts', async () => {
    const address = await postgres.createDatabase()
    const first = await serve(newDir(), address)
    const assertSecondIsRejected = async () => {
      const second = await runCoffer(['serve', '--dir', newDir(), '--http', '127.0.0.1:0', '--database', address])
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
    const first = await serve(newDir(), address)
    first.signal('SIGSTOP')
    await endSession(address)
    const second = await serve(newDir(), address)
    first.signal('SIGCONT')
    await expect.poll(() => first.isRunning(), { timeout: 20_000, interval: 100 }).toBe(false)
    expect(first.output()).toContain('Another server has taken over the database')
    expect(await askApi(second.port, 'GET', '/api/health')).toMatchObject({ status: 200 })
  }, 60_000)

  test('an unreachable server ends the process with one sentence, which does not contain the password', async () => {
    const address = 'postgres://coffer:top-secret@127.0.0.1:1/app'
    const ended = await runCoffer(['serve', '--dir', newDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Error: Couldn't connect to PostgreSQL at 127\.0\.0\.1:1\/app: .*\n$/)
    expect(ended.stderr).not.toContain('top-secret')
  })

  test('the database of another application is rejected and not changed', async () => {
    const address = await postgres.createDatabase()
    await postgres.execute(address, 'CREATE TABLE customers (id text)')
    const ended = await runCoffer(['serve', '--dir', newDir(), '--http', '127.0.0.1:0', '--database', address])
    expect(ended.status).toBe(1)
    expect(ended.stderr).toMatch(/^Error: The database ".*" belongs to another application: it has the table "customers".*\n$/)
  })
})
