import { setTimeout as wait } from 'node:timers/promises'
import { Rejection } from '../../errors/Rejection.ts'
import type { Versions } from '../../runtime/cache/versions.ts'

/** Maximum milliseconds for which a request waits for a read of the log. */
const maxWaitMs = 1_000
/** Delay of the next attempt of what must not miss a commit. */
const retryMs = 100

/** Thrown for a request to a node that does not know what the other nodes have committed. */
export class LaggingError extends Rejection {
  constructor(details: ConstructorParameters<typeof Rejection>[1]) {
    super('busy', details)
  }
}

const behind = (cause?: unknown): LaggingError =>
  new LaggingError({
    message: 'This node is not up to date with the others. Please try again in a moment.',
    retryAfterSeconds: 1,
    cause,
  })

/**
 * Waits for the state of a node as long as a request may.
 * @throws LaggingError if that fails or takes too long
 */
async function waitBriefly<T>(state: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(behind()), maxWaitMs)
  try {
    return await Promise.race([state, timeout.promise])
  } catch (error) {
    throw error instanceof Rejection ? error : behind(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Lets requests to a node wait until it knows everything that was committed on any node before they arrived. */
export class Freshness {
  readonly #catchUp: () => Promise<void>
  readonly #versions: Pick<Versions, 'leaseEpoch'>
  readonly #maxAgeMs: number
  /** When the last read began that has ended. */
  #readAt = Number.NEGATIVE_INFINITY
  /** The read that the requests of this turn of the event loop share. */
  #next: Promise<number> | undefined
  #update: () => Promise<void> | undefined = () => undefined

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
   * Lets requests also wait for state that the main thread derives from the commits.
   * @param update resolves when the state contains all commits that the node knows; undefined if it already does
   */
  include(update: () => Promise<void> | undefined): void {
    this.#update = update
  }

  /**
   * Resolves when a read of the log has ended that began after the call, or at most `maxAgeMs` before it, and the included state
   * contains what it has brought. Returns the number of the lease under which the node serves.
   * @throws LaggingError if that fails or takes too long
   */
  reached(): Promise<number> {
    const epoch = performance.now() - this.#readAt < this.#maxAgeMs ? this.#versions.leaseEpoch() : undefined
    if (epoch !== undefined) {
      const updated = this.#update()
      return updated ? waitBriefly(updated.then(() => epoch)) : Promise.resolve(epoch)
    }
    this.#next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#next = undefined
        waitBriefly(this.#read()).then(resolve, reject)
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
      this.#catchUp()
        .then(() => this.#update())
        .then(
          () => true,
          () => false,
        )
    while (!(await hasRead())) await wait(retryMs, undefined, { ref: false })
  }

  async #read(): Promise<number> {
    const readAt = performance.now()
    await this.#catchUp()
    // The lease before the update: if it lapses in the meantime, the update can lack what the others have committed since.
    const epoch = this.#versions.leaseEpoch()
    await this.#update()
    if (epoch === undefined || !this.isCurrent(epoch)) throw behind()
    this.#readAt = readAt
    return epoch
  }
}
