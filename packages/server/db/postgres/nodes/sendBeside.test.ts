import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import type { Transaction } from '../../engine.ts'
import { sql } from '../../sql.ts'
import { createTestDatabase } from '../testing/openTestDatabase.ts'
import { createNodeTables } from './nodeTables.ts'
import { sendBeside } from './sendBeside.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

/** Opens a database beside a node that renews its lease, and applies nothing. */
async function openBeside() {
  const { engine, execute, close } = await createTestDatabase(server)
  onTestFinished(close)
  await createNodeTables(execute)
  await execute(`CREATE TABLE things (name text);
    INSERT INTO "_cofferNodes" (name, version, key, address, lease, applied)
      VALUES ('one', '1.0.0', '', 'addressOfOne', clock_timestamp() + interval '1 s', '1:1:')`)
  const renew = () => execute(`UPDATE "_cofferNodes" SET lease = clock_timestamp() + interval '1 s'`)
  const renewing = setInterval(() => void renew().catch(() => undefined), 100)
  onTestFinished(() => clearInterval(renewing))
  engine.isBesideNodes = true
  const change = (name: string, mark: (transaction: Transaction) => void) =>
    engine.transaction(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${name})`)
      mark(transaction)
    })
  return { execute, change }
}

test('a command waits until a node that renews its lease has applied its change of collections', async () => {
  const { execute, change } = await openBeside()
  let hasEnded = false
  const changing = change('changed', transaction => transaction.markCollectionsChanged()).then(() => {
    hasEnded = true
  })
  await expect.poll(() => execute('SELECT name FROM things'), { timeout: 10_000 }).toEqual([{ name: 'changed' }])
  // Longer than a lease.
  await wait(1_500)
  expect(hasEnded).toBe(false)
  await execute('UPDATE "_cofferNodes" SET applied = pg_current_snapshot()::text')
  await changing
})

test('a command does not wait for nodes after a change of records without events', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => report.mockRestore())
  const { execute, change } = await openBeside()
  await change('of no node', () => undefined)
  expect(await execute('SELECT id FROM "_cofferNodeLog"')).toEqual([])
  await change('of records', transaction => transaction.markRecordsChanged('things'))
  expect(await execute('SELECT origin FROM "_cofferNodeLog"')).toEqual([{ origin: 'command' }])
  // A wait would have ended with a warning, because no node has applied the change.
  expect(report).not.toHaveBeenCalled()
})

test('a command warns when a node has not applied a change after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.useRealTimers()
    report.mockRestore()
  })
  let seconds = 0
  const query = async () => {
    seconds += 1
    vi.advanceTimersByTime(1_000)
    // The node renews its lease.
    return { rows: [{ name: 'one', lease: `${seconds}`, applied: '1:1:' }] as never[], rowCount: 1 }
  }
  const changes = { records: new Set<string>(), collections: true, settings: false }
  const applied = sendBeside({ changes, events: [], send: async () => undefined }, '1', query)
  expect(await applied?.()).toBe(false)
  expect(seconds).toBeGreaterThanOrEqual(10)
  expect(report.mock.calls.flat().join()).toContain('Warning: Not all nodes have applied the change after 10 seconds.')
})
