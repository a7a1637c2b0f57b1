import { quantile } from '../runtime/metrics/quantile.ts'
import { latencyBounds } from '../runtime/metrics/RequestCounters.ts'
import { maxTextLength } from './CodeError.ts'

const boundsMs = latencyBounds.map(bound => bound * 1000)

interface Counters {
  calls: number
  errors: number
  /** Number of calls in each latency bucket, not cumulated. */
  buckets: Float64Array
  lastError?: { time: number; stack: string }
}

const none: Counters = { calls: 0, errors: 0, buckets: new Float64Array(0) }

/** What happened to a hook, a route or a job since the server has started. */
export interface CallReport {
  calls: number
  errors: number
  /** Milliseconds that half of the calls, and 99 %, did not exceed. */
  p50: number
  p99: number
  /** The last error, with its time in milliseconds since 1970. */
  lastError?: { time: number; stack: string }
}

/** Counts the calls of hooks, routes and jobs. */
export class CallStatistics {
  readonly #counters = new Map<string, Counters>()

  /** Counts a call. `error` is the stack of its error, if it has failed. */
  count(key: string, ms: number, error?: string): void {
    const counters = this.#countersOf(key)
    const index = boundsMs.findIndex(bound => ms <= bound)
    const bucket = index === -1 ? boundsMs.length : index
    counters.calls += 1
    counters.buckets[bucket] = (counters.buckets[bucket] ?? 0) + 1
    if (error !== undefined) this.countError(key, error)
  }

  #countersOf(key: string): Counters {
    const counters = this.#counters.get(key) ?? { calls: 0, errors: 0, buckets: new Float64Array(boundsMs.length + 1) }
    this.#counters.set(key, counters)
    return counters
  }

  /** Counts the error of a call that is counted separately, and possibly later. */
  countError(key: string, stack: string): void {
    const counters = this.#countersOf(key)
    counters.errors += 1
    counters.lastError = { time: Date.now(), stack: stack.slice(0, maxTextLength) }
  }

  report(key: string): CallReport {
    const { calls, errors, buckets, lastError } = this.#counters.get(key) ?? none
    return {
      calls,
      errors,
      p50: quantile(buckets, 0.5),
      p99: quantile(buckets, 0.99),
      ...(lastError && { lastError }),
    }
  }

  /** Forgets hooks, routes and jobs that no longer exist. */
  keep(keys: readonly string[]): void {
    for (const key of this.#counters.keys()) if (!keys.includes(key)) this.#counters.delete(key)
  }
}
