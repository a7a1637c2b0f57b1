import type { CountedAttempts } from '../../auth/CountedAttempts.ts'
import type { BucketTake, NodeCounters } from '../../db/nodes.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import { createLruCache } from '../../runtime/cache/createLruCache.ts'
import { type AttemptLimiter, type BegunAttempt, rejectedAttempt } from './AttemptLimiter.ts'

/** Milliseconds for which a node does not ask again whether an empty bucket has a token. */
const maxEmptyMs = 1_000
const maxEmptyBuckets = 50_000

type Counters = Pick<NodeCounters, 'takeTokens' | 'giveBackTokens'>

const takeOf = ({ name, addMs, maxMs }: CountedAttempts): BucketTake => ({ name, intervalMs: addMs, size: maxMs / addMs })

/**
 * Limits attempts at all nodes of a database together: an attempt takes its tokens from the database before it is made. Attempts are
 * rare and take long, so this hardly delays them. The limits of this node alone come first, so that a flood does not reach the database.
 */
export class SharedAttemptLimiter {
  readonly #local: AttemptLimiter
  readonly #counters: Counters
  /** When to ask the database again about buckets without tokens, in milliseconds of the monotonic clock. */
  readonly #emptyUntil = createLruCache<number>(maxEmptyBuckets)

  constructor(local: AttemptLimiter, counters: Counters) {
    this.#local = local
    this.#counters = counters
  }

  /**
   * Begins an attempt, see `AttemptLimiter.begin`.
   * @throws Error if the database does not respond; the attempt must then not be made
   */
  async begin(attempt: Attempt, clientIp: string): Promise<BegunAttempt> {
    const local = this.#local.begin(attempt, clientIp)
    if (local.wait > 0) return local
    const takes = local.taken.map(takeOf)
    const emptyMs = Math.max(...takes.map(({ name }) => (this.#emptyUntil.get(name) ?? 0) - performance.now()))
    const waitMs = emptyMs > 0 ? emptyMs : await this.#take(local, takes)
    if (waitMs > 0) {
      local.cancel()
      return rejectedAttempt(waitMs)
    }
    return {
      ...local,
      end: isRight => {
        local.end(isRight)
        if (isRight && attempt.kind !== 'mail') this.#giveBack(takes)
      },
    }
  }

  /** Returns the milliseconds until the attempt can be made; 0 if its tokens were taken. */
  async #take(local: BegunAttempt, takes: readonly BucketTake[]): Promise<number> {
    try {
      const waits = await this.#counters.takeTokens(takes)
      for (const [index, { name }] of takes.entries()) {
        const waitMs = waits[index] ?? 0
        if (waitMs > 0) this.#emptyUntil.set(name, performance.now() + Math.min(waitMs, maxEmptyMs))
      }
      return Math.max(0, ...waits)
    } catch (error) {
      local.cancel()
      throw error
    }
  }

  /** The attempt counts as failed if its tokens cannot be given back. */
  #giveBack(takes: readonly BucketTake[]): void {
    this.#counters.giveBackTokens(takes).catch(() => undefined)
  }
}
