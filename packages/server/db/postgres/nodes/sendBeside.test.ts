import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../sql.ts'
import { openTestDatabase } from '../testing/openTestDatabase.ts'
import { nodeTables } from './nodeTables.ts'

test('a command waits until a node that renews its lease has applied its change', async () => {
  const { engine, execute, close } = await openTestDatabase()
  onTestFinished(close)
  await execute(`${nodeTables}; CREATE TABLE things (name text);
    INSERT INTO "_cofferNodes" (name, version, key, address, lease, applied)
      VALUES ('one', '1.0.0', '', 'addressOfOne', clock_timestamp() + interval '1 s', '1:1:')`)
  const renew = () => execute(`UPDATE "_cofferNodes" SET lease = clock_timestamp() + interval '1 s'`)
  const renewing = setInterval(() => void renew().catch(() => undefined), 100)
  onTestFinished(() => clearInterval(renewing))
  engine.isBesideNodes = true
  let hasEnded = false
  const changing = engine
    .transaction(transaction => transaction.run(sql`INSERT INTO things (name) VALUES (${'changed'})`))
    .then(() => {
      hasEnded = true
    })
  await expect.poll(() => execute('SELECT name FROM things'), { timeout: 10_000 }).toEqual([{ name: 'changed' }])
  // Longer than a lease.
  await wait(1_500)
  expect(hasEnded).toBe(false)
  await execute('UPDATE "_cofferNodes" SET applied = pg_current_snapshot()::text')
  await changing
})
