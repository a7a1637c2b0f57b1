import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import { connectionOptions } from '../../db/postgres/connectionOptions.ts'
import { PostgresEngine } from '../../db/postgres/PostgresEngine.ts'
import { postgresSchema } from '../../db/postgres/postgresSchema.ts'
import { prepareDatabase } from '../../db/postgres/prepareDatabase.ts'
import type { LogEntry } from '../LogEntry.ts'
import { LogMaintenance } from '../LogMaintenance.ts'
import type { LogPolicy } from '../LogPolicy.ts'
import type { LogStore } from '../LogStore.ts'
import { PostgresLogStore } from './PostgresLogStore.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  // The thread also runs other tests.
  await server?.close()
})

const policy: LogPolicy = { maxDays: 100_000, minLevel: -4, maxBytes: 1e9 }

async function createTables(address: string) {
  const connection = connectionOptions(address)
  const pools = { readConnections: 1, writeConnections: 1, readTimeoutMs: 10_000, schemaVersion: () => 0 }
  const db = new PostgresEngine({ connection, ...pools })
  const { logs, logHours } = postgresSchema.systemTables
  await prepareDatabase(connection, () =>
    db.transaction(async transaction => {
      for (const statement of [...logs, ...logHours]) await transaction.run(statement)
    }),
  )
  await db.close()
}

/** Creates a database with an empty log. Returns its store, and a function that runs statements like another program. */
async function open() {
  const address = await server.createDatabase()
  await createTables(address)
  const store = new PostgresLogStore(address)
  const query = async (text: string): Promise<unknown[][]> => {
    const client = new pg.Client(address)
    await client.connect()
    try {
      return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
    } finally {
      await client.end()
    }
  }
  onTestFinished(() => store.close())
  return { address, store, query, count: async () => Number((await query('SELECT count(*) FROM _logs'))[0]?.[0]) }
}

async function maintain(store: LogStore, wanted = policy): Promise<void> {
  while (await store.maintain(wanted));
}

const entryOf = (message: string): LogEntry => ({ level: 8, message, data: '{}', created: Date.now() })

const readCounts = `SELECT created, level, data ->> 'auth' AS auth, total, bytes FROM _coffer_log_hours ORDER BY 1, 2, 3`
const countRows = `SELECT left(created, 13) || ':00:00.000Z', level, data ->> 'auth', count(*),
  sum(octet_length(message) + octet_length(data::text))::bigint FROM _logs GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

test('hourly counts include all entries, whichever program stores, changes or deletes them', async () => {
  const { store, query } = await open()
  const lastYears = { min: Date.parse('2024-12-30T22:00:00Z'), max: Date.parse('2025-01-02T03:00:00Z') }
  const entry = fc.record({
    level: fc.constantFrom(-4, 0, 4, 8),
    message: fc.string({ unit: 'binary' }),
    created: fc.integer(lastYears),
    data: fc.oneof(
      fc.constant('{}'),
      fc
        .record({ type: fc.constant('request'), auth: fc.constantFrom('guest', 'admin', 'authRecord') })
        .map(data => JSON.stringify(data)),
      fc.string({ unit: 'binary' }).map(error => JSON.stringify({ error, userIp: '::1' })),
    ),
  })
  const chosen = (part: number) => `id IN (SELECT id FROM _logs ORDER BY random() LIMIT (SELECT count(*) / ${part} FROM _logs))`
  const change = fc.constantFrom(
    `INSERT INTO _logs (level, data, created) VALUES (2, '{"auth":"guest"}', '2025-01-01 10:00:00.000Z')`,
    `DELETE FROM _logs WHERE ${chosen(5)}`,
    `UPDATE _logs SET level = 4 WHERE ${chosen(4)}`,
    `UPDATE _logs SET data = '{}', message = 'changed', created = '2025-01-01 00:30:00.000Z' WHERE ${chosen(6)}`,
    'TRUNCATE _logs',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 30 }), change, async (entries, statement) => {
      await store.store(entries, policy)
      expect(await query(readCounts)).toEqual(await query(countRows))
      await query(statement)
      expect(await query(readCounts)).toEqual(await query(countRows))
    }),
    { numRuns: 40 },
  )
})

test('entries are stored in order, and characters that PostgreSQL cannot store are replaced', async () => {
  const { store, query } = await open()
  const data = JSON.stringify({ url: '/\0\ud800', path: 'C:\\u0000', emoji: '😀' })
  await store.store([entryOf('a\0b\ud800c'), { level: 0, message: 'second', data, created: 1_764_000_000_123 }], policy)
  expect(await query('SELECT message FROM _logs ORDER BY "@row"')).toEqual([['a\ufffdb\ufffdc'], ['second']])
  expect(
    await query("SELECT level, created, updated, data ->> 'url', data ->> 'path', data ->> 'emoji' FROM _logs WHERE level = 0"),
  ).toEqual([[0, '2025-11-24 16:00:00.123Z', '2025-11-24 16:00:00.123Z', '/\ufffd\ufffd', 'C:\\u0000', '😀']])
})

test('entries below minLevel and all entries of a log that is turned off are not stored', async () => {
  const { store, count } = await open()
  await store.store([{ ...entryOf('low'), level: 0 }, entryOf('high')], { ...policy, minLevel: 4 })
  await store.store([entryOf('off')], { ...policy, maxDays: 0 })
  expect(await count()).toBe(1)
})

describe('removal of old entries', () => {
  const fill = (bytes: number) => `INSERT INTO _logs (level, message, data, created)
    SELECT i % 3, repeat('x', ${bytes}), '{"auth":"guest"}',
      to_char(clock_timestamp() AT TIME ZONE 'UTC' - i * interval '1 hour', 'YYYY-MM-DD HH24:MI:SS.MS"Z"')
    FROM generate_series(1, 5000) AS i`

  test.each<[string, Partial<LogPolicy>, number]>([
    ['older than maxDays', { maxDays: 10 }, 239],
    ['below a level', { lowLevels: { below: 2, createdUntil: Date.now() } }, 1_667],
    ['of all levels if maxDays is 0', { maxDays: 0 }, 0],
  ])('maintenance removes entries %s', async (_, changed, left) => {
    const { store, count, query } = await open()
    await query(fill(20))
    await maintain(store, { ...policy, ...changed })
    expect(await count()).toBe(left)
    expect(await query(readCounts)).toEqual(await query(countRows))
  })

  test('the oldest entries are removed when the log exceeds maxBytes', async () => {
    const { store, query, count } = await open()
    await query(fill(500))
    const small = { ...policy, maxBytes: 3_000_000 }
    expect(await store.store([entryOf('newest')], small)).toBe('full')
    await maintain(store, small)
    expect(await query("SELECT count(*) FROM _logs WHERE message = 'newest'")).toEqual([['1']])
    expect(await query('SELECT count(*) = MAX("@row") - MIN("@row") + 1, MIN("@row") > 1 FROM _logs')).toEqual([[true, true]])
    expect(await count()).toBeGreaterThan(2_500)
    expect(await store.store([entryOf('next')], small)).toBe('stored')
    await query('VACUUM FULL _logs')
    const [[size] = []] = await query("SELECT pg_total_relation_size('_logs')")
    expect(Number(size)).toBeLessThan(3_000_000)
    expect(Number(size)).toBeGreaterThan(2_000_000)
  })
})

test('several servers store entries in one log at the same time', async () => {
  const { address, store, query, count } = await open()
  const other = new PostgresLogStore(address)
  onTestFinished(() => other.close())
  const batches = Array.from({ length: 20 }, (_, batch) => Array.from({ length: 50 }, (_, entry) => entryOf(`${batch} ${entry}`)))
  const storeAll = async (batch: LogEntry[]) => {
    const outcomes = await Promise.all([store.store(batch, policy), other.store(batch, policy)])
    return outcomes.filter(outcome => outcome === 'stored').length
  }
  let stored = 0
  for (const batch of batches) stored += await storeAll(batch)
  expect(stored).toBe(40)
  expect(await count()).toBe(stored * 50)
  expect(await query(readCounts)).toEqual(await query(countRows))
})

test('a store reports that the database is unavailable, and stores entries again when it responds', async () => {
  const { store, query } = await open()
  await store.store([entryOf('before')], policy)
  await server.kill()
  expect(await store.store([entryOf('during')], policy)).toBe('unavailable')
  await server.start()
  expect(await store.store([entryOf('after')], policy)).toBe('stored')
  expect((await query('SELECT message FROM _logs WHERE level = 8 ORDER BY "@row"')).at(-1)).toEqual(['after'])
})

test('entries wait while the database only reads, as during a failover', async () => {
  const { address, store, query } = await open()
  const database = new URL(address).pathname.slice(1)
  await server.execute(address, `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  expect(await store.store([entryOf('early')], policy)).toBe('unavailable')
  await server.execute(address, `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`)
  const next = new PostgresLogStore(address)
  onTestFinished(() => next.close())
  expect(await next.store([entryOf('late')], policy)).toBe('stored')
  expect(await query('SELECT message FROM _logs')).toEqual([['late']])
})

test('maintenance that failed while PostgreSQL could not be reached is done a minute later', async () => {
  const { store, query, count } = await open()
  await query(`INSERT INTO _logs (message, created) VALUES ('old', '2001-01-01 00:00:00.000Z')`)
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.useRealTimers()
    printed.mockRestore()
  })
  await server.stop()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const maintenance = new LogMaintenance(
    () => store.maintain({ ...policy, maxDays: 30 }),
    async () => false,
  )
  maintenance.run()
  while (printed.mock.calls.length === 0) await new Promise(setImmediate)
  await server.start()
  expect(await count()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  while ((await count()) > 0) await new Promise(setImmediate)
  await maintenance.close()
})
