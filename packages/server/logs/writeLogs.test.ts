import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { createInlineDispatcher } from '../threads/dispatchers/inlineDispatcher.ts'

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
      await dispatcher.writeLogs(entries)
      expect(other.prepare(readCounts).all()).toEqual(other.prepare(countEntries).all())
    }),
    { numRuns: 40 },
  )
  expect(other.prepare(countEntries).all()).not.toEqual(before)
})
