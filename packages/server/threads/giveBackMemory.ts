import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds after which a thread that has just started is taken to be at rest. */
const settleTime = 500

/**
 * Loading the code leaves much more behind than is kept. One thorough collection, once the first requests are answered, gives
 * it back to the system: about a tenth of what the server holds.
 */
export const giveBackMemoryOnceSettled = (): void => {
  setTimeout(() => {
    // The flag stays: all threads share it, and one that took it back would take it from another that is about to use it.
    setFlagsFromString('--expose-gc')
    const collect: NodeJS.GCFunction = runInNewContext('gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, settleTime).unref()
}
