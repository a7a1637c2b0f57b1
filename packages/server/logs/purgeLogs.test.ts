import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { SqliteWriter } from '../db/SqliteWriter.ts'
import { sql } from '../db/sql.ts'
import { purgeLogs } from './purgeLogs.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
  INSERT INTO _logs (level, message, created) SELECT i % 3, hex(randomblob(200)), strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-' || i || ' hours') FROM n`

const open = async () => {
  const copy = await copySample('fresh', [{ db: 'logs', sql: `DELETE FROM _logs; ${fill}` }])
  const logs = new SqliteWriter(join(copy.dataDir, 'logs.db'))
  cleanUp.push(async () => {
    await logs.close()
    await copy.remove()
  })
  const count = async () => Number((await logs.row(sql`SELECT COUNT(*) FROM _logs`))?.[0])
  return { logs, count }
}

describe('log entries', () => {
  test.each([
    ['older than the days kept', { maxDays: 10, minLevel: 0 }, 239],
    ['below the lowest level', { maxDays: 1_000_000_000, minLevel: 2 }, 167],
    ['of any kind while none are kept', { maxDays: 0, minLevel: 0 }, 0],
  ])('%s are removed', async (_, settings, left) => {
    const { logs, count } = await open()
    await purgeLogs(logs, { ...settings, logIp: true })
    expect(await count()).toBe(left)
  })

  test('give their room back to the disk when none are kept, and the log goes on', async () => {
    const { logs, count } = await open()
    const pages = async () => Number((await logs.row(sql`SELECT page_count FROM pragma_page_count`))?.[0])
    expect(await pages()).toBeGreaterThan(50)
    await purgeLogs(logs, { maxDays: 0, minLevel: 0, logIp: true })
    await logs.transaction(transaction => transaction.run(sql`INSERT INTO _logs (message) VALUES ('next')`))
    expect(await count()).toBe(1)
    expect(await pages()).toBeLessThan(30)
  })
})
