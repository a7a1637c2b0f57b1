import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { childrenOf } from '../harness/processTree.ts'
import { publicView } from '../harness/slowView.ts'

/** An endless count that never returns its single row. */
const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'

/** A server that is executing an endless read in one of its child processes. */
async function startReading() {
  const copy = await copySample('magazine', [...publicView('hostile', endless), ...publicView('quick', "SELECT 'a' AS id")])
  const coffer = await startCoffer(copy.dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const read = (view: string, address: string) =>
    askApi(coffer.port, 'GET', `/api/collections/${view}/records?skipTotal=1`, { headers: { 'X-Forwarded-For': address } })
  // Afterwards, a process is ready, which takes the endless read at once. The last read needs another process.
  expect((await read('quick', '203.0.113.7')).status).toBe(200)
  const reading = read('hostile', '203.0.113.7').catch(() => undefined)
  expect((await read('quick', '198.51.100.3')).status).toBe(200)
  return { ...coffer, reading, children: childrenOf(coffer.pid) }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server stops with status 0 while SQLite runs an endless statement', async () => {
  const { end, reading, children } = await startReading()
  expect(children.length).toBeGreaterThan(0)
  expect((await end('SIGTERM')).status).toBe(0)
  await reading
  expect(children.filter(isRunning)).toEqual([])
}, 120_000)

test('a killed server leaves no process behind, although SQLite runs an endless statement', async () => {
  const { end, reading, children } = await startReading()
  expect(children.length).toBeGreaterThan(0)
  await end('SIGKILL')
  await reading
  await expect.poll(() => children.filter(isRunning)).toEqual([])
}, 120_000)
