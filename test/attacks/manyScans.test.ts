import { Agent, get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'

const rows = 60_000
const manyRows = {
  sql: `INSERT INTO scratch (id, t) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${rows})
    SELECT printf('scanned%08d', x), hex(randomblob(50)) FROM counter`,
}
/** Number of scans that are pending at any time. */
const scanCount = 24
/** Number of scans after which the server has learned what a scan costs. */
const learnedAfter = 4 * scanCount
const viewCount = 51

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

test('a view of a record by id is answered before most scans of a table without an index that were sent before it', async () => {
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
  let sent = 0
  let answered = 0
  const scan = async () => {
    while (!isOver) {
      sent += 1
      expect(await ask(`?skipTotal=1&filter=${encodeURIComponent(`t ~ 'nowhere${sent}'`)}`)).toBe(200)
      answered += 1
    }
  }
  const scans = Promise.all(Array.from({ length: scanCount }, scan))
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(learnedAfter)
  /** How many scans were answered while each view was pending. A view that waits its turn behind all scans has at least `scanCount`. */
  const answeredBefore: number[] = []
  for (let view = 1; view <= viewCount; view += 1) {
    const before = answered
    expect(await ask(`/scanned${String((view * 7919) % rows).padStart(8, '0')}`)).toBe(200)
    answeredBefore.push(answered - before)
  }
  isOver = true
  await scans
  expect(median(answeredBefore), 'scans that were answered before half of the views').toBeLessThan(scanCount / 2)
}, 120_000)
