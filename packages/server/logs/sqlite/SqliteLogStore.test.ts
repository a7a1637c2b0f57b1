import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copySample, type Preparation } from '../../../../test/harness/copySample.ts'
import type { LogPolicy } from '../LogPolicy.ts'
import { SqliteLogStore } from './SqliteLogStore.ts'

const policy: LogPolicy = { maxDays: 100_000, minLevel: -4, maxBytes: 1e9 }

async function open(prepare: readonly Preparation[] = []) {
  const { dataDir, remove } = await copySample('magazine', prepare)
  const path = join(dataDir, 'logs.db')
  const store = await SqliteLogStore.open(path, () => false)
  const query = (sql: string) => {
    using database = new DatabaseSync(path, { readOnly: true })
    return database
      .prepare(sql)
      .all()
      .map(row => Object.values(row))
  }
  onTestFinished(async () => {
    await store.close()
    await remove()
  })
  return { store, path, query, count: () => Number(query('SELECT COUNT(*) FROM _logs')[0]?.[0]) }
}

/** Does all maintenance. Returns the duration of each step in milliseconds. */
async function maintain(store: SqliteLogStore, wanted = policy): Promise<number[]> {
  const durations: number[] = []
  for (let isLeft = true; isLeft; ) {
    const started = performance.now()
    isLeft = await store.maintain(wanted)
    durations.push(performance.now() - started)
  }
  return durations
}

const readCounts = 'SELECT created, level, data, total FROM _coffer_log_hours ORDER BY 1, 2, 3'
const countRows = `SELECT strftime('%Y-%m-%d %H:00:00.000Z', created) AS created, level,
  json_object('auth', data ->> 'auth') AS data, COUNT(*) AS total FROM _logs GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

test('hourly counts include the entries of other programs after entries are stored', async () => {
  const { store, path, query } = await open()
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  await maintain(store)
  const before = query(countRows)
  const lastYears = { min: Date.parse('2024-12-30T22:00:00Z'), max: Date.parse('2025-01-02T03:00:00Z') }
  const entry = fc.record({
    level: fc.constantFrom(-4, 0, 4, 8),
    message: fc.string(),
    created: fc.integer(lastYears),
    data: fc.oneof(
      fc.constant('{}'),
      fc
        .record({ type: fc.constant('request'), auth: fc.constantFrom('guest', 'admin', 'authRecord') })
        .map(data => JSON.stringify(data)),
      fc.string().map(error => JSON.stringify({ error, userIp: '::1' })),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 30 }), async entries => {
      other.exec(`INSERT INTO _logs (level, data, created) VALUES (2, '{"auth":"guest"}', '2025-01-01 10:00:00.000Z')`)
      await store.store(entries, policy)
      expect(query(readCounts)).toEqual(query(countRows))
    }),
    { numRuns: 40 },
  )
  expect(query(countRows)).not.toEqual(before)
})

describe('removal of old entries', () => {
  const fill = (
    bytes: number,
  ) => `DELETE FROM _logs; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO _logs (level, message, data, created)
    SELECT i % 3, hex(randomblob(${bytes})), json_object('auth', 'guest'), strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-' || i || ' hours') FROM n`
  const pagesOf = (query: (sql: string) => unknown[][]) => Number(query('PRAGMA page_count')[0]?.[0])

  test.each<[string, Partial<LogPolicy>, number]>([
    ['older than maxDays', { maxDays: 10 }, 239],
    ['below a level', { lowLevels: { below: 2, createdUntil: Date.now() } }, 1_667],
    ['of all levels if maxDays is 0', { maxDays: 0 }, 0],
  ])('maintenance removes entries %s', async (_, changed, left) => {
    const { store, count, query } = await open([{ db: 'logs', sql: fill(20) }])
    await maintain(store, { ...policy, ...changed })
    expect(count()).toBe(left)
    expect(query(readCounts)).toEqual(query(countRows))
  })

  test('a log that another server created is converted in steps while entries are stored, and shrinks', async () => {
    const { store, path, query, count } = await open([{ db: 'logs', sql: fill(500) }])
    const before = statSync(path).size
    expect([before > 8_000_000, query('PRAGMA auto_vacuum')]).toEqual([true, [[0]]])
    const wanted = { ...policy, maxDays: 20 }
    let stored = 0
    while (await store.maintain(wanted)) {
      stored += 1
      await store.store([{ level: 8, message: `during ${stored}`, data: '{}', created: Date.now() }], wanted)
    }
    expect(stored).toBeGreaterThan(5)
    expect(count()).toBe(479 + stored)
    expect(query("SELECT COUNT(DISTINCT message) FROM _logs WHERE message LIKE 'during%'")).toEqual([[stored]])
    expect(query(readCounts)).toEqual(query(countRows))
    expect(query('PRAGMA quick_check')).toEqual([['ok']])
    expect(query('PRAGMA auto_vacuum')).toEqual([[2]])
    expect(statSync(path).size).toBeLessThan(before / 4)
  })

  test('a log with incremental vacuuming shrinks after old entries are removed', async () => {
    const { store, query } = await open([
      { db: 'logs', sql: 'PRAGMA auto_vacuum = INCREMENTAL; VACUUM' },
      { db: 'logs', sql: fill(500) },
    ])
    const before = pagesOf(query)
    await maintain(store, { ...policy, maxDays: 20 })
    expect(pagesOf(query)).toBeLessThan(before / 4)
  })

  test('the oldest entries are removed when the log exceeds maxBytes', async () => {
    const { store, query, path } = await open([
      { db: 'logs', sql: 'PRAGMA auto_vacuum = INCREMENTAL; VACUUM' },
      { db: 'logs', sql: fill(500) },
    ])
    const small = { ...policy, maxBytes: 3_000_000 }
    expect(await store.store([{ level: 8, message: 'newest', data: '{}', created: Date.now() }], small)).toBe('full')
    const [first] = query('SELECT MIN(rowid) FROM _logs')
    await maintain(store, small)
    expect(statSync(path).size).toBeLessThanOrEqual(3_000_000)
    expect(query("SELECT COUNT(*) FROM _logs WHERE message = 'newest'")).toEqual([[1]])
    expect(Number(query('SELECT MIN(rowid) FROM _logs')[0]?.[0])).toBeGreaterThan(Number(first?.[0]))
    expect(query('SELECT COUNT(*) = MAX(rowid) - MIN(rowid) + 1 FROM _logs')).toEqual([[1]])
    expect(await store.store([{ level: 8, message: 'next', data: '{}', created: Date.now() }], small)).toBe('stored')
  })

  test('a log with tables of other programs is not converted', async () => {
    const { store, query } = await open([{ db: 'logs', sql: `${fill(500)}; CREATE TABLE mine (x); INSERT INTO mine VALUES (1)` }])
    await maintain(store, { ...policy, maxDays: 20 })
    expect(query('SELECT x FROM mine')).toEqual([[1]])
  })
})
