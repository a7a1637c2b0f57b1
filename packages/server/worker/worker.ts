import { parentPort, workerData } from 'node:worker_threads'
import { routeOf } from '../api/contract.ts'
import { endpoints } from '../api/routes.ts'
import { createApp } from '../app/createApp.ts'
import { versions } from '../cache/versions.ts'
import { openDatabase, openReader } from '../dataDirectory/openDatabase.ts'
import { printStatements } from '../db/printStatements.ts'
import { traceOf } from '../errors/inspectError.ts'
import { Outbox } from '../runtime/Outbox.ts'
import { currentThreadId } from '../runtime/processStatistics.ts'
import { releaseMemoryAfterStart } from '../runtime/releaseMemory.ts'
import { assertFixedValid } from '../settings/fixedSettings.ts'
import type { Task } from '../threads/tasks/Task.ts'
import {
  type FromThread,
  type ReadyMessage,
  readyId,
  type ThreadStart,
  type ToThread,
  transferList,
} from '../threads/workers/messages.ts'
import { ReadSlots } from '../threads/workers/ReadSlots.ts'
import { performTask } from './performTask.ts'

const outbox = new Outbox<FromThread>(messages => parentPort?.postMessage(messages, transferList(messages)), process.nextTick)

const start = workerData as ThreadStart
if (start.config.dev) printStatements(start.role)
const slots = new ReadSlots(start.slots)
slots.setThread(currentThreadId())
const shared = versions(start.versions)
const schemaVersion = () => shared.current('collections')
const db =
  start.role === 'writer'
    ? await openDatabase(start.config, { schemaVersion })
    : await openReader(start.config, { schemaVersion, allowsViews: start.allowsViews === true })
const app = createApp(start.config, db, shared, entry =>
  // Not queued in the outbox: the work that the entry announces can block this thread for long.
  parentPort?.postMessage([{ entry }] satisfies FromThread[]),
)

if (start.role === 'writer') assertFixedValid(await app.settings(), start.config.fixedSettings)

/** Resolution, in milliseconds, of the CPU time of threads on Linux. */
const tickMs = 4

/** Starts to measure a read. The returned function gives an upper bound of its CPU milliseconds. */
const measureCost = (): (() => number) => {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  return () => {
    const time = performance.now() - startedAt
    if (time < tickMs) return time
    const { user, system } = process.threadCpuUsage(before)
    return Math.min(time, (user + system) / 1000 + tickMs)
  }
}

/** Runs a task. Returns undefined for a canceled read. */
const resultOf = async (given: Task): Promise<unknown> => {
  if (given.kind !== 'read') return performTask(app, given)
  if (!slots.begin(given.slot)) return undefined
  const cost = measureCost()
  try {
    return await performTask(app, given.task)
  } finally {
    slots.end(given.slot, cost())
  }
}

const answer = async ({ id, task }: ToThread): Promise<void> => {
  try {
    outbox.add({ id, result: await resultOf(task) })
  } catch (error) {
    outbox.add({ id, error: traceOf(error) })
  }
  if (task.kind === 'close') setImmediate(() => parentPort?.close())
}

const queue: ToThread[] = []
let isWorking = false

/** Starts tasks in order. Each read waits for the previous one, so that the main thread can take it back until then. */
const work = async (): Promise<void> => {
  isWorking = true
  for (let next = queue.shift(); next; next = queue.shift()) {
    const answered = answer(next)
    if (next.task.kind === 'read') await answered
  }
  isWorking = false
}

parentPort?.on('message', (messages: ToThread[]) => {
  queue.push(...messages)
  if (!isWorking) void work()
})
outbox.add({
  id: readyId,
  result: endpoints.map(routeOf) satisfies ReadyMessage,
})
releaseMemoryAfterStart()
