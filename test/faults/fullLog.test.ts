import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { smallDisk } from './harness/smallDisk.ts'

/** Free space on a disk of 60 MB that the log leaves to data. */
const reservedBytes = 16_000_000
const waiting = { timeout: 30_000 }

async function start(dataDir: string) {
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
  })
  const path = join(dataDir, 'logs.db')
  return {
    port: coffer.port,
    logBytes: () => statSync(path).size,
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(dataDir)
      return bavail * bsize
    },
    countEntries: (mark: string) => queryDatabase(dataDir, 'logs', `SELECT count(*) FROM _logs WHERE message LIKE '%${mark}%'`),
  }
}

test('the log leaves a part of a small disk to data, and frees its space while data needs it', async context => {
  const { dataDir } = await smallDisk(context, 60)
  rmSync(join(dataDir, 'logs.db'))
  const { port, logBytes, freeBytes, countEntries } = await start(dataDir)
  const headers = { 'User-Agent': 'u'.repeat(2_000), Referer: 'r'.repeat(2_000) }
  const flood = async (mark: string) => {
    const { status } = await askApi(port, 'GET', `/api/nothing?${mark}=${'q'.repeat(1_800)}`, { headers })
    expect(status).toBe(404)
  }
  for (let turn = 0; turn < 300; turn += 1) await Promise.all(Array.from({ length: 32 }, (_, index) => flood(`${turn}-${index}`)))
  await flood('the-newest-one')
  await expect.poll(() => countEntries('the-newest-one'), waiting).toEqual([[1]])
  await expect.poll(freeBytes, waiting).toBeGreaterThan(reservedBytes)
  expect(logBytes()).toBeGreaterThan(30_000_000)

  const body = { ed: 'x'.repeat(200_000) }
  const statuses: number[] = []
  for (let turn = 0; turn < 190; turn += 1) {
    statuses.push((await askApi(port, 'POST', '/api/collections/scratch/records', { body })).status)
    await wait(40)
  }
  expect(statuses.filter(status => status !== 200)).toEqual([])
  await expect.poll(logBytes, waiting).toBeLessThan(10_000_000)
  expect(countEntries('the-newest-one')).toEqual([[1]])
}, 120_000)

test('a log that another server created without support for shrinking also frees its space', async context => {
  const { dataDir } = await smallDisk(context, 60)
  using logs = new DatabaseSync(join(dataDir, 'logs.db'))
  expect(logs.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 0 })
  logs.exec(`PRAGMA journal_mode = DELETE;
    INSERT INTO _logs (level, message, data, created) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)
    SELECT 0, 'entry ' || i || '.', '{"ballast":"${'x'.repeat(3_400)}"}', strftime('%Y-%m-%d %H:%M:%fZ', 'now') FROM n`)
  logs.close()
  const { freeBytes, countEntries } = await start(dataDir)
  writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(freeBytes() - reservedBytes + 2_000_000))
  await expect.poll(freeBytes, waiting).toBeGreaterThan(reservedBytes)
  expect(countEntries('entry 8000.')).toEqual([[1]])
  expect(countEntries('entry 1.')).toEqual([[0]])
}, 60_000)
