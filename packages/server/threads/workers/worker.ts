import { parentPort, workerData } from 'node:worker_threads'
import type { HookWait } from '../../api/Call.ts'
import { endpointAt, routes } from '../../api/routes.ts'
import type { StepResult } from '../../api/StepResult.ts'
import { openInstallation } from '../../dataDirectory/openInstallation.ts'
import { turnEnded } from '../../db/engine.ts'
import { printStatements } from '../../db/printStatements.ts'
import { traceOf } from '../../errors/inspectError.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { Outbox } from '../../runtime/Outbox.ts'
import { currentThreadId } from '../../runtime/processStatistics.ts'
import { performCall } from '../../runtime/Remote.ts'
import { releaseMemory, releaseMemoryAfterStart, releaseMemorySoon } from '../../runtime/releaseMemory.ts'
import { assertFixedValid } from '../../settings/fixedSettings.ts'
import { createApp } from '../createApp.ts'
import { joinNodes } from '../nodes/joinNodes.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { runEndpoint } from '../requests/runEndpoint.ts'
import { createReaderServices, createWriterServices } from '../services.ts'
import { type FromThread, isEnd, type ReadyMessage, readyId, type ThreadStart, type ToThread, transferList } from './messages.ts'
import { ReadSlots } from './ReadSlots.ts'

const outbox = new Outbox<FromThread>(messages => parentPort?.postMessage(messages, transferList(messages)), process.nextTick)

const start = workerData as ThreadStart
if (start.config.dev) printStatements(start.role)
const slots = new ReadSlots(start.slots)
slots.setThread(currentThreadId())
const shared = versions(start.versions)
const { connections } = shared
const schemaVersion = () => shared.current('collections')
const installation = openInstallation(start.config)
const db =
  start.role === 'writer'
    ? await installation.openDatabase({ schemaVersion, connections })
    : await installation.openReader({ schemaVersion, connections, allowsViews: start.allowsViews === true })
const logs = await installation.openLogReader(db, shared.noteLogDamage)
const app = createApp(start.config, { db, logs }, shared, entry =>
  // Not queued in the outbox: the work that the entry announces can block this thread for long.
  parentPort?.postMessage([{ entry }] satisfies FromThread[]),
)

db.onEvents({
  begin: shared.nextCommit,
  committed: ({ seq, events }) => outbox.add({ commit: { seq, events: app.listeners.select(events) } }),
  lost: () => outbox.add({ eventsLost: true }),
})

if (start.role === 'writer') {
  assertFixedValid((await app.snapshot()).settings, start.config.fixedSettings)
  await joinNodes(app)
}

/** Resolution, in milliseconds, of the CPU time of threads on Linux. */
const tickMs = 4

/** Starts to measure a read. The returned function gives an upper bound of its CPU milliseconds. */
function measureCost(): () => number {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  return () => {
    const time = performance.now() - startedAt
    if (time < tickMs) return time
    const { user, system } = process.threadCpuUsage(before)
    return Math.min(time, (user + system) / 1000 + tickMs)
  }
}

/** Runs a request. The garbage of a large response is collected, which can be hundreds of megabytes. */
async function run(task: RequestTask, hookWait?: HookWait): Promise<StepResult> {
  const perform = () => runEndpoint(app, endpointAt(task.endpoint), task, hookWait)
  const reply = task.turn === undefined || !db.runTurn ? await perform() : await db.runTurn(task.turn, perform)
  if (reply === turnEnded) return { kind: 'turnEnded' }
  if (task.allowsLarge) setImmediate(releaseMemory)
  else if (reply.kind === 'large') releaseMemorySoon()
  return reply
}

const services = start.role === 'writer' ? createWriterServices(app, run) : createReaderServices(app, task => run(task), slots)

/** Returns the result of a call; undefined for a read that was taken back. */
async function resultOf({ call, slot }: ToThread): Promise<unknown> {
  if (slot === undefined) return performCall(services, call)
  if (!slots.begin(slot)) return undefined
  const cost = measureCost()
  try {
    return await performCall(services, call)
  } finally {
    slots.end(slot, cost())
  }
}

/** The calls that have begun and not ended. */
const unfinished = new Set<Promise<void>>()

async function answer(message: ToThread): Promise<void> {
  const { id, call } = message
  // A sign-in that waits for its password does not delay others, and still needs the files.
  if (isEnd(call)) await Promise.all(unfinished)
  try {
    outbox.add({ id, result: await resultOf(message) })
  } catch (error) {
    outbox.add({ id, error: traceOf(error) })
  }
  if (isEnd(call)) setImmediate(() => parentPort?.close())
}

const queue: ToThread[] = []
let isWorking = false

/** Starts calls in order. Each read waits for the previous one, so that the main thread can take it back until then. */
async function work(): Promise<void> {
  isWorking = true
  for (let next = queue.shift(); next; next = queue.shift()) {
    const answered = answer(next)
    unfinished.add(answered)
    void answered.then(() => unfinished.delete(answered))
    if (next.slot !== undefined) await answered
  }
  isWorking = false
}

parentPort?.on('message', (messages: ToThread[]) => {
  queue.push(...messages)
  if (!isWorking) void work()
})
outbox.add({ id: readyId, result: routes satisfies ReadyMessage })
releaseMemoryAfterStart()
