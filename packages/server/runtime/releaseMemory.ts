import { executionAsyncResource } from 'node:async_hooks'

/** Milliseconds after its start until a thread is expected to be idle. */
const startupMs = 500

/**
 * Entries of Node's tick queue that are never released. V8 remembers the shape of these entries only while one of them is alive: after
 * a collection that finds none, each `process.nextTick` of the thread takes several times as long, for the rest of its life. Without
 * this, `auth-refresh` loses 12 % and `health` 7 % of `npm run bench -- records`.
 */
const retainedTicks: object[] = []
const retainTick = () => process.nextTick(() => retainedTicks.push(executionAsyncResource()))

/** Collects all garbage at once, after work that has left much of it: an idle thread would keep it. */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Delay of a scheduled garbage collection in milliseconds, so that several causes share one. */
const releaseDelayMs = 2_000
let isScheduled = false

/** Schedules one full garbage collection, after large buffers or texts have been released. */
export function releaseMemorySoon(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    releaseMemory()
  }, releaseDelayMs).unref()
}

/**
 * Schedules one full garbage collection after the first requests. Loading the code leaves garbage behind that V8 would not return to
 * the system: without this, the server takes 121 MB at rest instead of 106 (`npm run bench -- start`). `bin/coffer` exposes `gc`:
 * enabling it later makes Node reject the compile cache. Can be removed when V8 collects the heap of an idle thread.
 */
export function releaseMemoryAfterStart(): void {
  retainTick()
  setTimeout(releaseMemory, startupMs).unref()
}
