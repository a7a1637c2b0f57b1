import { setTimeout as wait } from 'node:timers/promises'
import { copySample } from '../../test/harness/copySample.ts'
import { rounded } from '../harness/percentile.ts'
import type { ServerProcess } from '../harness/serverProcess.ts'
import { createSteadily } from '../realtime/createSteadily.ts'
import { type Listeners, openListeners } from '../realtime/openListeners.ts'
import { openCluster } from './openCluster.ts'

const nodeCount = 3
const listenersPerNode = 1_000
const perSecond = 51
/** Time to wait for late events. */
const lateEventsTimeoutMs = 30_000

/** Creates records at all nodes, together at the rate of the measurement. Returns their number. */
async function createAtAll(servers: readonly ServerProcess[], seconds: number): Promise<number> {
  const made = await Promise.all(servers.map(({ url }) => createSteadily(url, Math.round(perSecond / servers.length), seconds)))
  return made.reduce((sum, count) => sum + count, 0)
}

/** Returns the number of events and the slowest times of all listeners, once all have arrived or no more are waited for. */
async function collect(listeners: readonly Listeners[], expected: number) {
  const end = performance.now() + lateEventsTimeoutMs
  let [events, p50, p99, slowest] = [0, 0, 0, 0]
  do {
    // A query keeps the listeners from reading.
    await wait(1_000)
    for (const report of await Promise.all(listeners.map(each => each.takeReport()))) {
      events += report.events
      p50 = Math.max(p50, report.p50)
      p99 = Math.max(p99, report.p99)
      slowest = Math.max(slowest, report.slowest)
    }
  } while (events < expected && performance.now() < end)
  return { events, p50, p99, slowest }
}

/** Measures events of three nodes with 1,000 listeners each, and then the end of one of these nodes. Returns a row for each. */
export async function measureFanOut(seconds: number) {
  const { servers, close } = await openCluster(await copySample('magazine', [], 'sqlite'), nodeCount)
  console.error(`${nodeCount} × ${listenersPerNode} listeners, ${perSecond} records per second …`)
  const listeners = await Promise.all(servers.map(({ url }) => openListeners(url, listenersPerNode)))
  await createAtAll(servers, 2)
  await wait(1_000)
  await Promise.all(listeners.map(each => each.takeReport()))
  const made = await createAtAll(servers, seconds)
  const { events, p50, p99, slowest } = await collect(listeners, made * nodeCount * listenersPerNode)
  const fanOut = [made, `${events} of ${made * nodeCount * listenersPerNode}`, ...[p50, p99, slowest].map(Math.round)]

  console.error('The end of a node …')
  const [next, killed] = [servers[0], servers.at(-1)]
  if (!next || !killed) throw new Error('There are no nodes.')
  const killedAt = performance.now()
  process.kill(killed.pid, 'SIGKILL')
  const again = await openListeners(next.url, listenersPerNode)
  const servedAfter = performance.now() - killedAt
  const madeAfter = await createAtAll(servers.slice(0, -1), 2)
  const after = await collect([again], madeAfter * listenersPerNode)
  const end = [rounded(servedAfter / 1_000, 1), `${after.events} of ${madeAfter * listenersPerNode}`]
  await Promise.all([...listeners, again].map(each => each.close()))
  await close()
  return { fanOut, end }
}
