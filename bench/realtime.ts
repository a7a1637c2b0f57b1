import { setTimeout as wait } from 'node:timers/promises'
import { copySample } from '../test/harness/copySample.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { type ServerProcess, startServerProcess } from './harness/serverProcess.ts'
import { createSteadily } from './realtime/createSteadily.ts'
import { openListeners } from './realtime/openListeners.ts'

const { seconds, only, commands } = readOptions()
/** Milliseconds to wait for late events. */
const lateEventsTimeoutMs = 30_000

const loads = [
  { listeners: 500, perSecond: 20, goal: 10 },
  { listeners: 1000, perSecond: 50, goal: 100 },
].filter(({ listeners, perSecond }) => only.test(`${listeners} x ${perSecond}`))
const idle = 10_000

async function onFreshServer<Value>(command: string | undefined, use: (server: ServerProcess) => Promise<Value>): Promise<Value> {
  const { dataDir, remove } = await copySample('magazine')
  const server = await startServerProcess(dataDir, command === undefined ? {} : { command })
  try {
    return await use(server)
  } finally {
    await server.stop()
    await remove()
  }
}

const measureLoad = (name: string, command: string | undefined, load: (typeof loads)[number]) =>
  onFreshServer(command, async server => {
    console.error(`${name}: ${load.listeners} listeners, ${load.perSecond} records per second …`)
    const listeners = await openListeners(server.url, load.listeners)
    // The first events include compilation, which is not measured.
    await createSteadily(server.url, load.perSecond, 2)
    await wait(1000)
    await listeners.takeReport()
    const before = server.workTime()
    const made = await createSteadily(server.url, load.perSecond, seconds)
    const expected = made * load.listeners
    const end = performance.now() + lateEventsTimeoutMs
    // A query keeps the listeners from reading, so it is sent after the last events have arrived.
    await wait(1000)
    const work = server.workTime() - before
    let { events, ...times } = await listeners.takeReport()
    while (events < expected && performance.now() < end) {
      await wait(1000)
      const late = await listeners.takeReport()
      events += late.events
      times = { ...times, p99: Math.max(late.p99, times.p99), slowest: Math.max(late.slowest, times.slowest) }
    }
    const row = [name, `${load.listeners} × ${load.perSecond}/s`, `${events} of ${expected}`]
    await listeners.close()
    return [
      ...row,
      ...[times.first, times.last, times.p50, times.p99, times.slowest].map(time => rounded(time, 1)),
      load.goal,
      rounded(work / events, 1),
      rounded(server.peakMemory()),
    ]
  })

const measureIdle = (name: string, command: string | undefined) =>
  onFreshServer(command, async server => {
    console.error(`${name}: ${idle} idle listeners …`)
    const before = server.memory()
    const listeners = await openListeners(server.url, idle)
    await wait(3000)
    const { open } = await listeners.takeReport()
    const memory = server.memory()
    await listeners.close()
    return [name, open, rounded(before), rounded(memory), 400]
  })

const rows: (string | number)[][] = []
const idleRows: (string | number)[][] = []
for (const [name, command] of commands) {
  for (const load of loads) rows.push(await measureLoad(name, command, load))
  if (only.test('idle')) idleRows.push(await measureIdle(name, command))
}
console.log(`${describeMachine()}, listeners in one process beside the server, ${seconds} s each\n`)
if (rows.length > 0) {
  const columns = [
    'server',
    'load',
    'events that arrived',
    'first (ms)',
    'last (ms)',
    'p50 (ms)',
    'p99 (ms)',
    'slowest (ms)',
    'goal of p99',
    'CPU (µs each)',
    'peak memory (MB)',
  ]
  printTable(columns, rows)
}
if (idleRows.length > 0) {
  console.log()
  printTable(['server', 'idle listeners', 'memory before (MB)', 'with them (MB)', 'goal'], idleRows)
}
