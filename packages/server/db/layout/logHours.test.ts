import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { openDatabase } from '../openDatabase.ts'
import { createLogHours } from './logHours.ts'

const totals = (database: DatabaseSync) => ({
  kept: database.prepare('SELECT created, level, SUM(total) AS n FROM _coffer_log_hours GROUP BY 1, 2 ORDER BY 1, 2').all(),
  read: database
    .prepare(
      "SELECT strftime('%Y-%m-%d %H:00:00.000Z', created) AS created, level, COUNT(*) AS n FROM _logs GROUP BY 1, 2 ORDER BY 1, 2",
    )
    .all(),
})

/** A log, and another program that does something to it once it has been counted half-way. */
const open = async (interruption: string) => {
  const { dataDir, remove } = await copySample('magazine')
  const path = join(dataDir, 'logs.db')
  const [counter, other] = [openDatabase(path, { readOnly: false }), openDatabase(path, { readOnly: false })]
  onTestFinished(async () => {
    counter.close()
    other.close()
    await remove()
  })
  let steps = 0
  counter.function('strftime', (format, moment) => {
    steps += 1
    if (steps === 150) other.exec(interruption)
    return format === '%Y-%m-%d %H:00:00.000Z' && typeof moment === 'string' ? `${moment.slice(0, 13)}:00:00.000Z` : null
  })
  return { counter, other }
}

test.each([
  ['that stays as it is', 'SELECT 1'],
  ['that is written meanwhile', "INSERT INTO _logs (level, created) VALUES (4, '2026-11-20 13:00:00.000Z')"],
  ['that is emptied in part meanwhile', "DELETE FROM _logs WHERE created < '2026-11-17'"],
  ['that is emptied meanwhile', 'DELETE FROM _logs'],
  [
    'whose last entry is another meanwhile',
    "DELETE FROM _logs WHERE rowid = (SELECT MAX(rowid) FROM _logs); INSERT INTO _logs (level, created) VALUES (4, '2026-11-20 13:00:00.000Z')",
  ],
])('a log %s is counted by the hour, and counted on', async (_, interruption) => {
  const { counter, other } = await open(interruption)
  createLogHours(counter, 40)
  const first = totals(other)
  expect(first.kept).toEqual(first.read)
  other.exec("INSERT INTO _logs (level, created) VALUES (8, '2026-11-20 14:00:00.000Z'); DELETE FROM _logs WHERE level = 4")
  const { kept, read } = totals(other)
  expect(kept).toEqual(read)
})
