import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { publicView } from '../harness/slowView.ts'

/** An endless count that never returns its single row. */
const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'
/** A query that doubles its pending rows with each step, one kilobyte each. */
const growing = `WITH RECURSIVE doubled(x, ballast) AS
    (SELECT 1, '' UNION ALL SELECT x + n, '${'0'.repeat(1000)}' || x FROM doubled, (SELECT 1 AS n UNION SELECT 2))
  SELECT MAX(x) AS id FROM doubled WHERE ballast != 'x'`
const metricsToken = 'a-token-of-some-length'
const otherView = 'collections/post_stats/records'
/** A time limit in seconds that no read of a test reaches. */
const unreachedTimeout = 3_600

async function start(view: string, queryTimeout: number, ...options: string[]) {
  const copy = await copySample('magazine', publicView('hostile', view))
  const args = ['--queryTimeout', `${queryTimeout}`, '--metricsToken', metricsToken, ...options]
  const coffer = await startCoffer(copy.dataDir, args)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  /** Reads the view as an attacker. */
  const read = async (number: number) => {
    const path = `/api/collections/hostile/records?skipTotal=1&number=${number}`
    return (await askApi(coffer.port, 'GET', path, { headers: { 'X-Forwarded-For': '203.0.113.7' }, timeoutMs: 300_000 })).status
  }
  const token = signToken(copy.dataDir, 'auth', 'admin')
  /** Sends requests of another client, also one that reads another view. */
  const expectServed = async () => {
    for (const path of ['health', 'collections/posts/records/post00000000001', 'collections/tags/records', otherView]) {
      const { status, text } = await askApi(coffer.port, 'GET', `/api/${path}`, { token })
      expect(status, `${path}: ${text}`).toBe(200)
    }
  }
  /** Expects that the log explains why the reads of the view have failed. */
  const expectReasons = async (...reasons: unknown[]) => {
    const path = `/api/logs?filter=${encodeURIComponent('data.url ~ "hostile"')}`
    const details = async () => {
      const { items } = (await askApi(coffer.port, 'GET', path, { token })).json as { items: { data: { details: string } }[] }
      return items.map(({ data }) => data.details)
    }
    await expect.poll(details).toEqual(reasons)
  }
  /** Sends reads at the same time until a second reader thread has started, which the metrics then include. */
  const startThreads = async () => {
    const headers = { Authorization: `Bearer ${metricsToken}` }
    const hasStarted = async () => {
      const paths = Array.from({ length: 10 }, (_, number) => `/api/collections/tags/records?at=${performance.now()}-${number}`)
      await Promise.all(paths.map(path => askApi(coffer.port, 'GET', path)))
      return (await askApi(coffer.port, 'GET', '/api/metrics', { headers })).text.includes('lag_p99_seconds{thread="reader2"}')
    }
    await expect.poll(hasStarted, { timeout: 60_000 }).toBe(true)
  }
  return { isRunning: coffer.isRunning, startThreads, read, expectServed, expectReasons }
}

test('while ten reads of an endless view by a guest go on, the requests of other clients are answered', async () => {
  const { startThreads, read, expectServed } = await start(endless, unreachedTimeout)
  await startThreads()
  const statuses: number[] = []
  for (let number = 0; number < 10; number += 1) {
    read(number).then(
      status => statuses.push(status),
      () => undefined,
    )
  }
  for (let round = 0; round < 10; round += 1) await expectServed()
  // A read that has waited for half a minute, because the others of its client go on, is rejected.
  expect(statuses.filter(status => status !== 503)).toEqual([])
  expect(statuses.length).toBeLessThan(10)
}, 300_000)

test('a client with too many reads of an endless view that wait is rejected with 429, and others are served', async () => {
  const { read, expectServed } = await start(endless, unreachedTimeout, '--limits', 'waitingReads=2/3')
  const readAll = (numbers: number[]) => numbers.map(number => read(number).catch(() => undefined))
  const first = readAll(Array.from({ length: 50 }, (_, number) => number))
  // The server learns that these reads are of a view.
  await expectServed()
  const others = readAll(Array.from({ length: 70 }, (_, number) => 50 + number))
  expect(await Promise.race([...first, ...others])).toBe(429)
  await expectServed()
}, 300_000)

const timeLimitReason = databaseOfRun() === 'sqlite' ? 'The read took longer than its time limit.' : 'statement timeout'

test('each read of an endless view ends at its time limit, and then other reads take its place', async () => {
  const { isRunning, read, expectServed, expectReasons } = await start(endless, 1)
  expect(await Promise.all([1, 2, 3, 4].map(read))).toEqual([400, 400, 400, 400])
  await expectReasons(...Array.from({ length: 4 }, () => expect.stringContaining(timeLimitReason)))
  await expectServed()
  expect(isRunning()).toBe(true)
}, 300_000)

test('an endless view that grows in memory is ended by its memory limit in SQLite, and by its time limit in PostgreSQL', async () => {
  const isSqlite = databaseOfRun() === 'sqlite'
  const { isRunning, read, expectServed, expectReasons } = await start(growing, isSqlite ? unreachedTimeout : 5)
  expect(await read(1)).toBe(400)
  await expectReasons(expect.stringContaining(isSqlite ? 'The read exceeded its memory limit.' : timeLimitReason))
  await expectServed()
  expect(isRunning()).toBe(true)
}, 300_000)
