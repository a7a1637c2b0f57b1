import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'

const rows = 60_000
const manyRows = {
  sql: `INSERT INTO scratch (id, t) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${rows})
    SELECT printf('scanned%08d', x), hex(randomblob(50)) FROM counter`,
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

test('guests who scan a table without an index do not delay views of records by id', async () => {
  const copy = await copySample('magazine', [manyRows])
  const coffer = await startCoffer(copy.dataDir)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const records = `http://127.0.0.1:${coffer.port}/api/collections/scratch/records`
  const ask = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(records + path, { agent }, response => {
        response.resume().on('end', () => resolve(response.statusCode))
      }).on('error', reject)
    })
  let isOver = false
  let asked = 0
  const scanTimes: number[] = []
  const scan = async () => {
    while (!isOver) {
      asked += 1
      const begun = performance.now()
      await ask(`?skipTotal=1&filter=${encodeURIComponent(`t ~ 'nowhere${asked}'`)}`)
      scanTimes.push(performance.now() - begun)
    }
  }
  const times: number[] = []
  const view = async () => {
    while (!isOver) {
      asked += 1
      const begun = performance.now()
      expect(await ask(`/scanned${String((asked * 7919) % rows || 1).padStart(8, '0')}`)).toBe(200)
      times.push(performance.now() - begun)
      await wait(10)
    }
  }
  const scans = Promise.allSettled(Array.from({ length: 24 }, scan))
  await wait(4_000)
  const views = Promise.all([view(), view()])
  await wait(4_000)
  isOver = true
  await views
  expect(times.length, 'views in four seconds').toBeGreaterThan(10)
  // On a busy machine, the scans show what a view would take that waits for one.
  const maxMs = Math.max(200, median(scanTimes) / 2)
  expect(median(times), 'milliseconds of half of the views at most').toBeLessThan(maxMs)
  await coffer.end('SIGKILL')
  await scans
}, 60_000)
