import { describe, expect, onTestFinished, test } from 'vitest'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { openEngines } from '../../db/testing/openEngines.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { dryRunEngine } from './dryRunEngine.ts'

/** Milliseconds that no test takes. */
const hourMs = 3_600_000

/** Opens a database, with an engine for dry runs and a function that writes rows and counts the statements that succeed. */
async function open(kind: 'sqlite' | 'postgres', maxStatements: number) {
  const { one: db, close } = await openEngines(kind, 'data')
  onTestFinished(close)
  const deadline = performance.now() + hourMs
  const dryRun = dryRunEngine(db, { deadline, maxStatements })
  let succeeded = 0
  const write = async (transaction: Transaction, keys: string) => {
    for (const key of keys) {
      await transaction.run(
        sql`INSERT INTO ${name('_params')} (id, key, value, created, updated) VALUES (${key}, ${key}, '', '', '')`,
      )
      succeeded += 1
    }
    return keys
  }
  const stored = () => db.rows(sql`SELECT key FROM ${name('_params')} WHERE LENGTH(key) = 1`)
  return { ...dryRun, givenDeadline: deadline, write, succeeded: () => succeeded, stored }
}

describe.each(['sqlite', 'postgres'] as const)('a dry run on %s', kind => {
  test('can have as many statements as its limit, although SQLite repeats those that write, and stores nothing', async () => {
    const { engine, write, isExhausted, stored } = await open(kind, 5)
    expect(await engine.transaction(transaction => write(transaction, 'abc'))).toBe('abc')
    expect(await engine.transaction(transaction => write(transaction, 'de'))).toBe('de')
    expect([isExhausted(), await stored()]).toEqual([false, []])
  })

  test('is rejected with its first statement beyond the limit, of whichever transaction, and is not repeated', async () => {
    const { engine, write, isExhausted, succeeded, stored } = await open(kind, 5)
    await engine.transaction(transaction => write(transaction, 'abc'))
    const before = succeeded()
    await expect(engine.transaction(transaction => write(transaction, 'def'))).rejects.toThrow(Rejection)
    expect([isExhausted(), succeeded() - before, await stored()]).toEqual([true, 2, []])
  })
})

test('the time of a run that SQLite repeats does not count to the deadline of a dry run', async () => {
  const { engine, write, deadline, givenDeadline } = await open('sqlite', 5)
  await engine.transaction(transaction => write(transaction, 'a'))
  expect(deadline()).toBeGreaterThan(givenDeadline)
})
