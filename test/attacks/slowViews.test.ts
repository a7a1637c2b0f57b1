import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { expectNearlyCalm } from '../harness/expectNearlyCalm.ts'
import { memoryOf, workOf } from '../harness/processTree.ts'
import { publicView } from '../harness/slowView.ts'

/** An endless count that never returns its single row. */
const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'
/** A query that doubles its pending rows with each step, one kilobyte each. */
const growing = `WITH RECURSIVE doubled(x, ballast) AS
    (SELECT 1, '' UNION ALL SELECT x + n, '${'0'.repeat(1000)}' || x FROM doubled, (SELECT 1 AS n UNION SELECT 2))
  SELECT MAX(x) AS id FROM doubled WHERE ballast != 'x'`

async function start(view: string, queryTimeout: number) {
  const copy = await copySample('magazine', publicView('hostile', view))
  const coffer = await startCoffer(copy.dataDir, ['--queryTimeout', `${queryTimeout}`])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const read = (number: number) =>
    askApi(coffer.port, 'GET', `/api/collections/hostile/records?skipTotal=1&number=${number}`).then(({ status }) => status)
  return { ...coffer, read }
}

test('ten reads of an endless view by a guest delay no other read, and the server itself stays idle', async () => {
  const { port, pid, read } = await start(endless, 1)
  /** Returns the milliseconds of the slowest turn. */
  const useServer = async (isOver: (turn: number) => boolean) => {
    const times: number[] = []
    for (let turn = 0; !isOver(turn); turn += 1) {
      const begun = performance.now()
      for (const path of ['/api/health', '/api/collections/posts/records/post00000000001', '/api/collections/tags/records']) {
        expect((await askApi(port, 'GET', path)).status).toBe(200)
      }
      times.push(performance.now() - begun)
      await wait(50)
    }
    return Math.max(...times)
  }
  const measure = () => useServer(turn => turn >= 20)
  const calmMs = await measure()
  const hostile = Array.from({ length: 10 }, (_, number) => read(number).catch(() => 0))
  let status: number | undefined
  void Promise.race(hostile).then(first => {
    status = first
  })
  const ms = await useServer(turn => turn >= 40 && status !== undefined)
  expect(status, 'of the first read of the view').toBe(400)
  const before = workOf(pid)
  await wait(1_000)
  expect(workOf(pid) - before, 'milliseconds of work of the server in a second').toBeLessThan(500)
  const measureAfter = () => Promise.all(hostile).then(measure)
  await expectNearlyCalm('milliseconds of three quick reads', { ms, calmMs, minMs: 2_000, measure: measureAfter })
}, 60_000)

test('an endless view that grows in memory is stopped before it uses a gigabyte', async () => {
  // SQLite stops it before the time limit, which is what stops it in PostgreSQL.
  const { pid, port, read } = await start(growing, databaseOfRun() === 'sqlite' ? 20 : 5)
  let peak = 0
  let isOver = false
  const reading = read(1).finally(() => {
    isOver = true
  })
  while (!isOver) {
    peak = Math.max(peak, memoryOf(pid))
    await wait(50)
  }
  expect(await reading).toBe(400)
  expect(peak, 'megabytes').toBeLessThan(1_000)
  await expect.poll(() => memoryOf(pid), { message: 'megabytes after the read' }).toBeLessThan(500)
  expect((await askApi(port, 'GET', '/api/collections/tags/records')).status).toBe(200)
}, 60_000)
