import { Script } from 'node:vm'

const call = new Script('work()')

/**
 * Runs synchronous code, and throws if it does not return within 100 seconds. The time limit of a test cannot end such code, because
 * its timer waits for the code to return.
 */
export function runInterruptibly<Result>(work: () => Result): Result {
  return call.runInNewContext({ work }, { timeout: 100_000 })
}
