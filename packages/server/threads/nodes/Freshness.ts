import { setTimeout as wait } from 'node:timers/promises'
import { Rejection } from '../../errors/Rejection.ts'
import type { Versions } from '../../runtime/cache/versions.ts'

/** Maximum milliseconds for which a request waits for a read of the log. */
const maxWaitMs = 1_000
/** Delay of the next attempt of what must not miss a commit. */
const retryMs = 100

const behind = (cause?: unknown): Rejection =>
  new Rejection('busy', {
    message: 'This node is not up to date with the others. Please try again in a moment.',
    retryAfterSeconds: 1,
    cause,
  })

/** Lets requests to a node wait until it knows everything that was committed on any node before they arrived. */
export class Freshness {
  readonly #catchUp: () => Promise<void>
  readonly #versions: Pick<Versions, 'leaseEpoch'>
  readonly #maxAgeMs: number
  /** When the last read began that has ended. */
  #readAt = Number.NEGATIVE_INFINITY
  /** The read that the requests of this turn of the event loop share. */
  #next: Promise<number> | undefined

  /**
   * @param catchUp reads the log of the nodes
   * @param maxAgeMs milliseconds for which requests can share an earlier read
   */
  constructor(catchUp: () => Promise<void>, versions: Pick<Versions, 'leaseEpoch'>, maxAgeMs = 0) {
    this.#catchUp = catchUp
    this.#versions = versions
    this.#maxAgeMs = maxAgeMs
  }

  /**
   * Resolves when a read of the log has ended that began after the call, or at most `maxAgeMs` before it. Returns the number of the lease under which the node serves.
   * @throws Rejection `busy` if the log cannot be read in time
   */
  reached(): Promise<number> {
    const epoch = performance.now() - this.#readAt < this.#maxAgeMs ? this.#versions.leaseEpoch() : undefined
    if (epoch !== undefined) return Promise.resolve(epoch)
    this.#next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#next = undefined
        this.#read().then(resolve, reject)
      })
    })
    return this.#next
  }

  /** Whether the node has served under the same lease without interruption: otherwise, others may not have waited for it. */
  isCurrent(epoch: number): boolean {
    return this.#versions.leaseEpoch() === epoch
  }

  /** Like `reached`, but waits as long as it takes. */
  async settled(): Promise<void> {
    const hasRead = () =>
      this.#catchUp().then(
        () => true,
        () => false,
      )
    while (!(await hasRead())) await wait(retryMs, undefined, { ref: false })
  }

  async #read(): Promise<number> {
    const readAt = performance.now()
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(behind()), maxWaitMs)
    try {
      await Promise.race([this.#catchUp(), timeout.promise])
    } catch (error) {
      throw error instanceof Rejection ? error : behind(error)
    } finally {
      clearTimeout(timer)
    }
    const epoch = this.#versions.leaseEpoch()
    if (epoch === undefined) throw behind()
    this.#readAt = readAt
    return epoch
  }
}
