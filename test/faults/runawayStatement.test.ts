import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { childrenOf, workOf } from '../harness/processTree.ts'
import { slowView, slowViewName } from '../harness/slowView.ts'

/** A server that is executing a read of ten minutes. */
async function startReading() {
  const copy = await copySample('magazine', slowView(600))
  const coffer = await startCoffer(copy.dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const reading = askApi(coffer.port, 'GET', `/api/collections/${slowViewName}/records?skipTotal=1`).catch(() => undefined)
  // A child process that has used this much CPU time has loaded its code and is about to run the statement.
  const isAtWork = () => childrenOf(coffer.pid).some(pid => workOf(pid) > 1_200)
  await expect.poll(isAtWork, { timeout: 20_000 }).toBe(true)
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
  expect((await end('SIGTERM')).status).toBe(0)
  await reading
  expect(children.filter(isRunning)).toEqual([])
}, 30_000)

test('a killed server leaves no process behind, although SQLite runs an endless statement', async () => {
  const { end, reading, children } = await startReading()
  expect(children.length).toBeGreaterThan(0)
  await end('SIGKILL')
  await reading
  await wait(100)
  await expect.poll(() => children.filter(isRunning), { timeout: 5_000 }).toEqual([])
}, 30_000)
