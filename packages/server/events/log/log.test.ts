import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Engine } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { openEngines } from '../../db/testing/openEngines.ts'
import { planDeliveries } from '../deliveries/planDeliveries.ts'
import { targetsOf } from '../deliveries/storedDeliveries.ts'
import { appendEntries } from './appendEntries.ts'
import { type LoggedChange, serializeEntry } from './ChangeEntry.ts'
import { trimLog } from './trimLog.ts'

const entry = (recordId: string, title = ''): string =>
  serializeEntry({
    action: 'create',
    collection: { id: 'posts', name: 'posts' },
    recordId,
    actor: { kind: 'guest' },
    record: { id: recordId, title },
  })

const append = (db: Engine, ...recordIds: string[]): Promise<void> =>
  db.transaction(transaction =>
    appendEntries(
      transaction,
      recordIds.map(id => entry(id)),
    ),
  )

/** A consumer that collects the ids of the records of the changes. */
function collector(consumer = 'test') {
  const seen: string[] = []
  const plan = async (changes: readonly LoggedChange[]) => {
    seen.push(...changes.map(({ recordId }) => recordId))
    return []
  }
  const read = async (db: Engine, size?: number): Promise<string[]> => {
    while (await planDeliveries(db, { name: consumer, plan }, size));
    return seen.splice(0)
  }
  return { read }
}

describe.each(['sqlite', 'postgres'] as const)('the log of changes on %s', kind => {
  async function open() {
    const { one, other, close } = await openEngines(kind, 'events')
    onTestFinished(close)
    return { db: one, other }
  }

  test('each consumer reads every change once, in the order of the commits, in batches of any size', async () => {
    const { db } = await open()
    const [one, other] = [collector('one'), collector('other')]
    await append(db, 'a', 'b', 'c')
    expect(await one.read(db, 2)).toEqual(['a', 'b', 'c'])
    expect(await one.read(db)).toEqual([])
    await append(db, 'd')
    await append(db, 'e')
    expect(await one.read(db, 1)).toEqual(['d', 'e'])
    expect(await other.read(db)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a reader does not look again at the changes that it has handled, which stay for a minute', async () => {
    const { db } = await open()
    const { read } = collector()
    for (let turn = 0; turn < 20; turn += 1) await append(db, ...Array.from({ length: 100 }, (_, index) => `${turn}:${index}`))
    expect(await read(db)).toHaveLength(2000)
    await append(db, 'new')
    const position = String((await db.row(sql`SELECT seen FROM ${name('_cofferCursors')}`))?.[0])
    const unread = sql`SELECT id FROM ${name('_cofferEvents')} WHERE ${db.dialect.logPosition.isAfter(position, 0)}`
    expect(await db.rows(unread)).toHaveLength(1)
    if (kind === 'sqlite') {
      // All rows that match are in this range of the index, and no others are.
      expect(unread.text).toMatch(/WHERE `_cofferEvents`\.id > \?$/)
      return
    }
    const plan = (await db.rows(sql`EXPLAIN (ANALYZE, TIMING OFF) ${unread}`)).map(([line]) => String(line))
    const passedOver = plan.map(line => Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0))
    expect(Math.max(...passedOver), plan.join('\n')).toBeLessThan(10)
  })

  test('a transaction that is rolled back leaves no change', async () => {
    const { db } = await open()
    const failed = db.transaction(async transaction => {
      await appendEntries(transaction, [entry('a')])
      throw new Error('The work fails.')
    })
    await expect(failed).rejects.toThrow('The work fails.')
    expect(await collector().read(db)).toEqual([])
  })

  // Two processes that write to one SQLite file wait for each other's locks for seconds.
  test.runIf(kind === 'postgres')('two servers that read with one cursor plan each change once', async () => {
    const { db, other } = await open()
    await append(db, ...Array.from({ length: 30 }, (_, index) => `r${index}`))
    const plan = async (changes: readonly LoggedChange[]) =>
      changes.map(({ recordId }) => ({ target: recordId, subject: recordId, content: '{}' }))
    const readAll = async (engine: Engine) => {
      while (await planDeliveries(engine, { name: 'test', plan }, 3));
    }
    await Promise.all([readAll(db), readAll(other)])
    // The one that has lost a race stops with its batch.
    await readAll(db)
    const rows = await db.rows(sql`SELECT target, COUNT(*) FROM ${name('_cofferDeliveries')} GROUP BY target`)
    expect(rows.map(([, count]) => Number(count))).toEqual(Array(30).fill(1))
    expect(await targetsOf(db, 'test')).toHaveLength(30)
  })

  test('a change is planned again if its deliveries could not be stored', async () => {
    const { db } = await open()
    await append(db, 'a')
    const failing = async () => Promise.reject(new Error('The server ends.'))
    await expect(planDeliveries(db, { name: 'test', plan: failing })).rejects.toThrow('The server ends.')
    expect(await collector().read(db)).toEqual(['a'])
  })

  test('readers that follow many writers miss nothing, repeat nothing, and see the changes of a record in order', async () => {
    const { db, other } = await open()
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let turn = 0; turn < 25; turn += 1) {
        await db.transaction(async transaction => {
          await appendEntries(transaction, [entry(`${writer}:${turn}`)])
          if (kind === 'postgres') await wait(Math.random() * 5)
        })
      }
    })
    let isWriting = true
    const written = Promise.all(writers).finally(() => {
      isWriting = false
    })
    const follow = async (engine: Engine, consumer: string) => {
      const { read } = collector(consumer)
      const seen: string[] = []
      while (isWriting) {
        seen.push(...(await read(engine, 7)))
        await wait(1)
      }
      return [...seen, ...(await read(engine, 7))]
    }
    const followers = [follow(db, 'one'), follow(kind === 'postgres' ? other : db, 'other')]
    await written
    for (const seen of await Promise.all(followers)) {
      expect(seen).toHaveLength(150)
      expect(new Set(seen).size).toBe(150)
      for (let writer = 0; writer < 6; writer += 1) {
        const turns = seen.filter(id => id.startsWith(`${writer}:`)).map(id => Number(id.split(':')[1]))
        expect(turns).toEqual(Array.from({ length: 25 }, (_, turn) => turn))
      }
    }
  })

  test('trimming removes what all consumers have read, and forgets consumers that are gone', async () => {
    const { db } = await open()
    const count = async () => Number((await db.row(sql`SELECT COUNT(*) FROM ${name('_cofferEvents')}`))?.[0])
    const trim = (...consumers: string[]) => db.transaction(transaction => trimLog(transaction, consumers))
    await append(db, 'a', 'b', 'c')
    await collector('quick').read(db)
    expect([await trim('quick', 'slow'), await count()]).toEqual([0, 3])
    await collector('slow').read(db)
    await append(db, 'd')
    expect([await trim('quick', 'slow'), await count()]).toEqual([0, 1])
    await append(db, 'e')
    await collector('quick').read(db)
    expect([await trim('quick'), await count()]).toEqual([0, 1])
    expect(await db.rows(sql`SELECT consumer FROM ${name('_cofferCursors')}`)).toEqual([['quick']])
    await append(db, 'f')
    expect(await collector('quick').read(db)).toEqual(['f'])
  })

  test('trimming removes the oldest unread changes if they are too old or take too much space, and counts them', async () => {
    const { db } = await open()
    const trim = (limits: { maxAgeMs: number; maxSize: number }) =>
      db.transaction(transaction => trimLog(transaction, ['test'], limits))
    await append(db, 'a', 'b')
    await db.transaction(transaction => transaction.run(sql`UPDATE ${name('_cofferEvents')} SET created = created - 10000`))
    await append(db, 'c', 'd', 'e')
    expect(await trim({ maxAgeMs: 5_000, maxSize: 10_000 })).toBe(2)
    expect(await trim({ maxAgeMs: 5_000, maxSize: 2.5 * entry('c').length })).toBe(1)
    expect(await collector().read(db)).toEqual(['d', 'e'])
  })

  test('a change of a later version of the server is skipped', async () => {
    const { db } = await open()
    await append(db, 'a')
    await db.transaction(transaction => transaction.run(sql`UPDATE ${name('_cofferEvents')} SET content = '{"version":99}'`))
    await append(db, 'b')
    expect(await collector().read(db)).toEqual(['b'])
  })
})

test('on PostgreSQL, a change that becomes visible late is neither missed nor waited for', async () => {
  const { one: db, close } = await openEngines('postgres', 'events')
  onTestFinished(close)
  const { read } = collector()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = db.transaction(async transaction => {
    await appendEntries(transaction, [entry('slow')])
    await transaction.rows(sql`SELECT 1`)
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  await append(db, 'quick')
  expect(await read(db)).toEqual(['quick'])
  await append(db, 'quicker')
  expect(await read(db)).toEqual(['quicker'])
  mayEnd.resolve()
  await slow
  expect(await read(db)).toEqual(['slow'])
  expect(await read(db)).toEqual([])
})

test('on PostgreSQL, the cursor in a copy of a database of another server does not skip changes', async () => {
  const { one: db, close } = await openEngines('postgres', 'events')
  onTestFinished(close)
  await db.transaction(transaction =>
    transaction.run(sql`INSERT INTO ${name('_cofferCursors')} VALUES ('test', '900000000:900000000:', '', 0)`),
  )
  await append(db, 'a')
  expect(await collector().read(db)).toEqual(['a'])
  await append(db, 'b')
  expect(await collector().read(db)).toEqual(['b'])
})

test('an entry that is too long leaves out what was before, then the record', () => {
  const change = {
    action: 'update',
    collection: { id: 'posts', name: 'posts' },
    recordId: 'a',
    actor: { kind: 'admin', id: 'root' },
  } as const
  const long = { id: 'a', title: 'x'.repeat(600_000) }
  const parsed = (text: string) => Object.keys(JSON.parse(text))
  expect(parsed(serializeEntry({ ...change, record: { id: 'a' }, before: { id: 'a' } }))).toContain('before')
  const withoutBefore = parsed(serializeEntry({ ...change, record: long, before: long }))
  expect(withoutBefore).toContain('record')
  expect(withoutBefore).not.toContain('before')
  const withoutBoth = parsed(serializeEntry({ ...change, record: { id: 'a', title: 'x'.repeat(1_100_000) }, before: long }))
  expect(withoutBoth).toEqual(['version', 'action', 'collection', 'recordId', 'actor'])
  expect(parsed(serializeEntry({ ...change, action: 'delete', before: { id: 'a' } }))).toContain('before')
})
