import { describe, expect, onTestFinished, test } from 'vitest'
import type { Commit } from '../db/commits.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { openEngines } from '../db/testing/openEngines.ts'
import { defineEvent } from './defineEvent.ts'

const attempted = defineEvent<string>('attempted')

/** Opens a database whose table `_params` has unique keys. Returns its engine and the commits that have been published. */
async function open(kind: 'sqlite' | 'postgres') {
  const { one: db, close } = await openEngines(kind, 'data')
  onTestFinished(close)
  const commits: Commit[] = []
  let begun = 0
  let lost = 0
  db.onEvents({
    begin: () => ++begun,
    committed: commit => commits.push(commit),
    lost: () => {
      lost += 1
    },
  })
  const published = () => commits.flatMap(({ events }) => events.map(({ data }) => data))
  return { db, commits, published, begun: () => begun, lost: () => lost }
}

const add = (transaction: Transaction, key: string) =>
  transaction.run(sql`INSERT INTO ${name('_params')} (id, key, value, created, updated) VALUES (${key}, ${key}, '', '', '')`)

/** Writes a row and emits an event with its key. */
async function write(transaction: Transaction, key: string): Promise<void> {
  await add(transaction, key)
  transaction.emit(attempted(key))
}

const failure = new Error('The work fails.')

describe.each(['sqlite', 'postgres'] as const)('events on %s', kind => {
  test('a committed transaction publishes its events before it resolves', async () => {
    const { db, published } = await open(kind)
    const seen = await db.transaction(transaction => write(transaction, 'a')).then(published)
    expect(seen).toEqual(['a'])
  })

  test('a transaction that is rolled back publishes no event', async () => {
    const { db, published } = await open(kind)
    const rejected = db.transaction(async transaction => {
      await write(transaction, 'a')
      throw failure
    })
    await expect(rejected).rejects.toThrow(failure)
    await db.transaction(transaction => write(transaction, 'b'))
    expect(published()).toEqual(['b'])
  })

  test('a savepoint that is rolled back drops its events and no others', async () => {
    const { db, published } = await open(kind)
    await db.transaction(async transaction => {
      await write(transaction, 'a')
      const failed = transaction.attempt(async () => {
        await write(transaction, 'b')
        throw failure
      })
      await expect(failed).rejects.toThrow(failure)
      await transaction.attempt(() => write(transaction, 'c'))
      await transaction.dryRun(() => write(transaction, 'd'))
      await write(transaction, 'e')
    })
    expect(published()).toEqual(['a', 'c', 'e'])
  })

  test('work that runs more than once publishes its events once', async () => {
    const { db, published } = await open(kind)
    let runs = 0
    await Promise.allSettled([
      db.transaction(async transaction => {
        runs += 1
        await write(transaction, 'a')
      }),
      // Rolls back the group that SQLite commits at once, so that the first transaction runs again.
      db.transaction(async transaction => {
        await write(transaction, 'b')
        throw failure
      }),
      // Conflicts with itself on PostgreSQL.
      ...Array.from({ length: 8 }, (_, index) =>
        db.transaction(async transaction => {
          const [count = 0] = (await transaction.row(sql`SELECT COUNT(*) FROM ${name('_params')}`)) ?? []
          await write(transaction, `${index} after ${count}`)
        }),
      ),
    ])
    if (kind === 'sqlite') expect(runs).toBe(2)
    const stored = await db.rows(sql`SELECT key FROM ${name('_params')} WHERE key NOT LIKE 'settings%'`)
    expect(published().sort()).toEqual(stored.map(([key]) => key).sort())
    expect(published()).not.toContain('b')
    expect(new Set(published()).size).toBe(published().length)
  })

  test('commits are published in their order, each with a higher number than the one before', async () => {
    const { db, commits, published } = await open(kind)
    await db.transaction(transaction => add(transaction, 'counter'))
    const increment = () =>
      db.transaction(async transaction => {
        const [value] = (await transaction.row(sql`SELECT value FROM ${name('_params')} WHERE key = 'counter'`)) ?? []
        const next = Number(value) + 1
        await transaction.run(sql`UPDATE ${name('_params')} SET value = ${String(next)} WHERE key = 'counter'`)
        transaction.emit(attempted(String(next)))
      })
    for (let round = 0; round < 10; round += 1) await Promise.allSettled(Array.from({ length: 5 }, increment))
    expect(published().length).toBeGreaterThan(20)
    expect(published()).toEqual(published().map((_, index) => String(index + 1)))
    const numbers = commits.map(({ seq }) => seq)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('the number of a commit that has begun is published, even if the commit fails', async () => {
    const { db, commits, begun } = await open(kind)
    const keys = Array.from({ length: 30 }, (_, index) => `key ${index % 10}`)
    await Promise.allSettled(keys.map(key => db.transaction(transaction => write(transaction, key))))
    expect(commits.map(({ seq }) => seq)).toEqual(Array.from({ length: begun() }, (_, index) => index + 1))
  })
})
