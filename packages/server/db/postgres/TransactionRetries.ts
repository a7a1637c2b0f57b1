import { setTimeout as wait } from 'node:timers/promises'
import { Semaphore } from '../../runtime/Semaphore.ts'
import { isDatabaseError } from '../DatabaseError.ts'

/**
 * Maximum number of times that a transaction runs again after a conflict with another one. With 5, some of 800 users failed who sign up
 * at the same time on a busy machine.
 */
const maxRetries = 12
/**
 * Number of retries that run at the same time as others. Later ones run one by one: without that, up to 18 of 100 simultaneous
 * transactions that conflict with each other fail.
 */
const concurrentRetries = 1
/** Upper bound of the random pause before the first retry in milliseconds. It doubles with each retry, up to `maxRetryMs`. */
const firstRetryMs = 8
const maxRetryMs = 256

/** Thrown when a transaction has to run again because of its cause. */
export class RepeatError extends Error {
  constructor(cause: unknown) {
    super('The transaction has to run again.', { cause })
  }
}

/** Runs transactions again that conflict with others or lose their connection. */
export class TransactionRetries {
  readonly #conflicting = new Semaphore({ maxConcurrent: 1 })

  /**
   * Runs a transaction until it no longer throws a `RepeatError`.
   * @throws the cause of the last `RepeatError` after too many retries
   */
  async run<T>(transact: () => Promise<T>): Promise<T> {
    let isConflict = false
    for (let retries = 0; ; retries += 1) {
      try {
        return await (retries > concurrentRetries && isConflict ? this.#conflicting.run(transact) : transact())
      } catch (error) {
        if (!(error instanceof RepeatError)) throw error
        if (retries === maxRetries) throw error.cause
        isConflict = isDatabaseError(error.cause, 'conflict')
        await wait(Math.random() * Math.min(firstRetryMs * 2 ** retries, maxRetryMs))
      }
    }
  }
}
