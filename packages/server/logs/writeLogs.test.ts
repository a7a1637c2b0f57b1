import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { prepareLogHours } from '../db/layout/logHours.ts'
import { SqliteWriter } from '../db/SqliteWriter.ts'
import { constant } from '../db/sql.ts'
import { defaultSettings } from '../settings/defaultSettings.ts'
import type { App } from '../threads/App.ts'
import { createInlineDispatcher } from '../threads/dispatchers/inlineDispatcher.ts'
import { packEntries } from './LogPage.ts'
import { writeLogs } from './writeLogs.ts'

const readCounts = 'SELECT created, level, data, total FROM _coffer_log_hours ORDER BY 1, 2, 3'
const countEntries = `SELECT strftime('%Y-%m-%d %H:00:00.000Z', created) AS created, level,
  json_object('auth', data ->> 'auth') AS data, COUNT(*) AS total FROM _logs GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`

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

test('entries are counted by the hour as they are stored, with those of other programs', async () => {
  const settings = `json_set(value, '$.logs', json('{"maxDays":100000,"minLevel":-4,"logIp":false}'))`
  const { dataDir, remove } = await copySample('magazine', [
    { sql: `UPDATE _params SET value = ${settings} WHERE key = 'settings'` },
  ])
  const dispatcher = await createInlineDispatcher({ dataDir, encryptionKey: '', queryTimeout: 30 })
  const other = new DatabaseSync(join(dataDir, 'logs.db'))
  onTestFinished(async () => {
    other.close()
    await dispatcher.close()
    await remove()
  })
  const before = other.prepare(countEntries).all()
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 30 }), async entries => {
      other.exec(`INSERT INTO _logs (level, data, created) VALUES (2, '{"auth":"guest"}', '2025-01-01 10:00:00.000Z')`)
      await dispatcher.writeLogs([packEntries(entries)])
      expect(other.prepare(readCounts).all()).toEqual(other.prepare(countEntries).all())
    }),
    { numRuns: 40 },
  )
  expect(other.prepare(countEntries).all()).not.toEqual(before)
})

test('entries that wait for the log are judged by the settings of the moment in which they are stored', async () => {
  const { dataDir, remove } = await copySample('fresh')
  const path = join(dataDir, 'logs.db')
  const logs = new SqliteWriter(path)
  await logs.transaction(transaction => transaction.rows(constant('PRAGMA busy_timeout = 10')))
  await prepareLogHours(logs)
  const other = new DatabaseSync(path)
  onTestFinished(async () => {
    other.close()
    await logs.close()
    await remove()
  })
  const settings = defaultSettings()
  const app = { logs, settings: async () => settings } as unknown as App
  const stored = () => other.prepare(`SELECT COUNT(*) AS stored FROM _logs WHERE message = 'late'`).get()
  const late = { level: 0, message: 'late', data: '{}', created: Date.now() }
  other.exec('BEGIN IMMEDIATE')
  const writing = writeLogs(app, [late])
  await wait(50)
  settings.logs.maxDays = 0
  other.exec('COMMIT')
  await writing
  expect(stored()).toEqual({ stored: 0 })
  settings.logs.maxDays = 5
  await writeLogs(app, [late])
  expect(stored()).toEqual({ stored: 1 })
})
