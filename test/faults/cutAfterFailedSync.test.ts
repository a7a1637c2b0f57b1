import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunningCoffer } from '../harness/coffer.ts'
import { type FaultyCoffer, faultyCoffer } from './harness/faultyCoffer.ts'
import { assertNothingLost, countTexts, createMany, post } from './harness/scratchRecords.ts'

/** Many records with random ids, so that new ones change different pages of the index. */
const manyRecords = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
  INSERT INTO scratch (t) SELECT 'x' || i FROM n`

/**
 * Starts a server whose log has changes on the disk, and behind them changes that the disk lacks, because their sync has failed.
 * @returns the ids of the acknowledged records
 */
async function startWithFailedSync(faulty: FaultyCoffer): Promise<{ coffer: RunningCoffer; acknowledged: string[] }> {
  const coffer = await faulty.start()
  const acknowledged = await createMany(coffer.port, 8, 100)
  faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'HELD' })
  const first = post(coffer.port, 'stored')
  await expect.poll(faulty.trace).toContain(`held ${join(faulty.dataDir, 'data.db-wal')}`)
  const others = Array.from({ length: 100 }, () => post(coffer.port, 'missing'))
  await expect.poll(() => countTexts(faulty.dataDir, 'missing')).toBe(others.length)
  faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO', times: 1 })
  expect((await Promise.all(others)).filter(({ status }) => status !== 503)).toEqual([])
  const { status, json } = await first
  expect(status).toBe(200)
  return { coffer, acknowledged: [...acknowledged, String(json.id)] }
}

// The emptied log reaches the disk only with the next sync of the log, so these power cuts leave the old log beside the newer database.

test('a power cut right after the recovery from a failed sync leaves an intact database', async context => {
  const faulty = await faultyCoffer(context, [{ sql: manyRecords }])
  const { coffer, acknowledged } = await startWithFailedSync(faulty)
  await expect.poll(coffer.output).toContain('data.db is on the disk again')
  await assertNothingLost(faulty, coffer, acknowledged)
})

test('a power cut right after the stop of a server whose sync has failed leaves an intact database', async context => {
  const faulty = await faultyCoffer(context, [{ sql: manyRecords }])
  const { coffer, acknowledged } = await startWithFailedSync(faulty)
  expect((await coffer.end('SIGTERM')).status).toBe(0)
  await assertNothingLost(faulty, coffer, acknowledged)
})
