import { executionAsyncResource } from 'node:async_hooks'

/** Milliseconds after its start until a thread is expected to be idle. */
const startupMs = 500

/**
 * Entries of Node's tick queue that are never released. V8 remembers the shape of these entries only while one of them is alive: after
 * a collection that finds none, each `process.nextTick` of the thread takes several times as long, for the rest of its life.
 */
const retainedTicks: object[] = []
const retainTick = () => process.nextTick(() => retainedTicks.push(executionAsyncResource()))

/**
 * Schedules one full garbage collection after the first requests. Loading the code leaves garbage behind, about a tenth of the
 * server's memory, which V8 would not return to the system. `bin/coffer` exposes `gc`: enabling it later makes Node reject the
 * compile cache.
 */
export const releaseMemoryAfterStart = (): void => {
  retainTick()
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), startupMs).unref()
}
