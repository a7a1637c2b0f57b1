import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { Engine } from '../../db/engine.ts'
import { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { countEntries, isLogCounted, prepareLogHours } from './logHours.ts'

const readCounts = 'SELECT created, level, data, total FROM _coffer_log_hours ORDER BY 1, 2, 3'
const countRows = `SELECT strftime('%Y-%m-%d %H:00:00.000Z', created) AS created, level,
  json_object('auth', data ->> 'auth') AS data, COUNT(*) AS total FROM _logs GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

const insertRow = (level: number) => `INSERT INTO _logs (level, data, created)
  SELECT ${level}, json_object('auth', 'guest'), strftime('%Y-%m-%d %H:%M:%fZ', '2026-11-17', '+' || (abs(random()) % 200) || ' minutes')`

const chosen = (part: number) =>
  `rowid IN (SELECT rowid FROM _logs ORDER BY random() LIMIT (SELECT COUNT(*) / ${part} FROM _logs))`

/** Changes of the log that another program can make. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(insertRow(0), insertRow(8)) },
  fc.constantFrom(
    `DELETE FROM _logs WHERE ${chosen(5)}`,
    `UPDATE _logs SET level = 4 WHERE ${chosen(4)}`,
    `UPDATE _logs SET data = '{}', created = '2026-11-18 00:30:00.000Z' WHERE ${chosen(6)}`,
    'DELETE FROM _logs WHERE rowid = (SELECT MAX(rowid) FROM _logs)',
    'DELETE FROM _logs WHERE rowid > (SELECT MAX(rowid) FROM _logs) - 3',
    'DELETE FROM _logs',
  ),
)
const step = fc.oneof(change, fc.record({ counts: fc.integer({ min: 1, max: 150 }) }))

async function open() {
  const { dataDir, remove } = await copySample('magazine')
  const path = join(dataDir, 'logs.db')
  const logs = new SqliteWriter(path, 'normal')
  const other = new DatabaseSync(path)
  onTestFinished(async () => {
    other.close()
    await logs.close()
    await remove()
  })
  await prepareLogHours(logs)
  return { logs, other }
}

async function countAll(logs: Engine, step: number): Promise<void> {
  while (await logs.transaction(transaction => countEntries(transaction, step)));
}

test('hourly counts are correct even if another program changes the log while it is counted', async () => {
  const { logs, other } = await open()
  let checks = 0
  const expectEqual = () => expect(other.prepare(readCounts).all()).toEqual(other.prepare(countRows).all())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      for (const taken of steps) {
        if (typeof taken === 'string') other.exec(taken)
        else await logs.transaction(transaction => countEntries(transaction, taken.counts))
        if (!(await isLogCounted(logs))) continue
        checks += 1
        expectEqual()
      }
      await countAll(logs, 40)
      expect(await isLogCounted(logs)).toBe(true)
      expectEqual()
    }),
    { numRuns: 60 },
  )
  expect(checks).toBeGreaterThan(50)
})

test('isLogCounted is false if the last counted rowid is beyond the last entry, and counting still ends', async () => {
  const { logs, other } = await open()
  await countAll(logs, 5_000)
  other.exec('UPDATE _coffer_log_counted SET upto = upto + 100')
  await countAll(logs, 5_000)
  expect(await isLogCounted(logs)).toBe(false)
})
