import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'

const oldEntries = 6_000
const fill = `DELETE FROM _logs; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${oldEntries})
  INSERT INTO _logs (level, message, data, created) SELECT 0, 'old ' || hex(randomblob(400)), '{"auth":"guest"}',
    strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-' || (10 + i % 100) || ' days') FROM n`

async function start(args: readonly string[], sql: string) {
  const { dataDir, remove } = await copySample('magazine', [{ db: 'logs', sql }])
  onTestFinished(remove)
  const path = join(dataDir, 'logs.db')
  const fileSize = () => statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0)
  const content = 'SELECT SUM(LENGTH(message) + LENGTH(data)) FROM _logs'
  const contentSize = () => Number(queryDatabase(dataDir, 'logs', content)[0]?.[0])
  // PostgreSQL reuses the space of deleted rows instead of shrinking the files of a table.
  const size = databaseOfRun() === 'sqlite' ? fileSize : contentSize
  const sizeBefore = size()
  const server = await startCoffer(dataDir, args)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return { server, dataDir, size, sizeBefore }
}

test('expired log entries are removed after a start and their space is freed, while records are written', async () => {
  const { server, dataDir, size, sizeBefore } = await start([], fill)
  const create = async () => {
    const { status } = await askApi(server.port, 'POST', '/api/collections/scratch/records', { body: { t: 'during' } })
    expect(status).toBe(200)
  }
  const old = () => Number(queryDatabase(dataDir, 'logs', "SELECT count(*) FROM _logs WHERE message LIKE 'old%'")[0]?.[0])
  do {
    for (let turn = 0; turn < 20; turn += 1) await create()
  } while (old() > 0 || size() > sizeBefore / 10)
}, 300_000)

test('a flooded log stays within its maximum size and keeps the newest entries', async () => {
  const maxBytes = 2_000_000
  const { server, dataDir, size } = await start(['--maxLogBytes', `${maxBytes}`], 'DELETE FROM _logs')
  const flood = (mark: string) =>
    askApi(server.port, 'GET', `/api/nothing?${mark}`, {
      // Random, because PostgreSQL compresses texts.
      headers: { 'User-Agent': randomBytes(1_400).toString('base64'), Referer: randomBytes(1_400).toString('base64') },
    })
  for (let turn = 0; turn < 60; turn += 1) await Promise.all(Array.from({ length: 32 }, (_, index) => flood(`${turn}-${index}`)))
  await flood('the-last-one')
  const last = () => queryDatabase(dataDir, 'logs', "SELECT count(*) FROM _logs WHERE message LIKE '%the-last-one'")[0]?.[0]
  await expect.poll(last).toBe(1)
  // The write-ahead log is truncated some time after the file.
  await expect.poll(size, { timeout: 30_000 }).toBeLessThanOrEqual(maxBytes * 1.1)
  expect(last()).toBe(1)
  expect(Number(queryDatabase(dataDir, 'logs', 'SELECT count(*) FROM _logs')[0]?.[0])).toBeGreaterThan(100)
})
