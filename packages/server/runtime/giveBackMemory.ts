import { executionAsyncResource } from 'node:async_hooks'

/** Milliseconds after which a thread that has just started is taken to be at rest. */
const settleTime = 500

/**
 * An entry of Node's queue of ticks that is never let go. V8 remembers the shape of these entries only while one of them lives: once a
 * collection has found none, each `process.nextTick` of the thread takes several times as long as before, for as long as it runs.
 */
const keptTick: object[] = []
const keepTick = () => process.nextTick(() => keptTick.push(executionAsyncResource()))

/**
 * Loading the code leaves much more behind than is kept. One thorough collection, once the first requests are answered, gives
 * it back to the system: about a tenth of what the server holds. The command asks Node for `gc` when it starts; to ask for it later
 * would make Node refuse the compiled code that was kept before.
 */
export const giveBackMemoryOnceSettled = (): void => {
  keepTick()
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), settleTime).unref()
}
