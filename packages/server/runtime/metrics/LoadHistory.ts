import { quantile } from './quantile.ts'
import { latencyBounds, type RequestCounters, statusesOf } from './RequestCounters.ts'
import type { ThreadLoad } from './ThreadLoad.ts'

const intervalMs = 60_000
const maxSamples = 60
const firstServerError = 500

/** What happened in one minute. */
export interface LoadSample {
  /** End of the minute in milliseconds since 1970. */
  time: number
  requests: number
  /** Responses with a status of 500 or more. */
  errors: number
  /** Latency in milliseconds that half of the responses, and 95 %, did not exceed. */
  median: number
  p95: number
  /** Share of the minute in which the writer was busy, from 0 to 1. */
  writerLoad: number
}

interface Totals {
  requests: number
  errors: number
  buckets: Float64Array
  /** Milliseconds in which the writer was busy. */
  writerActive: number
  at: number
}

function totalsOf(requests: RequestCounters, threads: readonly ThreadLoad[]): Totals {
  const buckets = new Float64Array(latencyBounds.length + 1)
  let errors = 0
  for (const route of requests.requested) {
    for (const [index, count] of route.buckets.entries()) buckets[index] = (buckets[index] ?? 0) + count
    for (const { status, count } of statusesOf(route)) if (status >= firstServerError) errors += count
  }
  const writerActive = threads.find(({ name }) => name === 'writer')?.activeMs ?? 0
  return { requests: buckets.reduce((sum, count) => sum + count, 0), errors, buckets, writerActive, at: performance.now() }
}

function sampleOf(before: Totals, now: Totals): LoadSample {
  const buckets = now.buckets.map((count, index) => count - (before.buckets[index] ?? 0))
  // A replaced writer starts again from 0.
  const active = Math.max(now.writerActive - before.writerActive, 0)
  return {
    time: Date.now(),
    requests: now.requests - before.requests,
    errors: now.errors - before.errors,
    median: quantile(buckets, 0.5),
    p95: quantile(buckets, 0.95),
    writerLoad: Math.min(active / Math.max(now.at - before.at, 1), 1),
  }
}

/** Samples the load each minute and remembers the last hour, in memory. */
export class LoadHistory {
  readonly #current: () => Totals
  readonly #samples: LoadSample[] = []
  readonly #timer: NodeJS.Timeout
  #last: Totals

  constructor(requests: RequestCounters, threads: () => readonly ThreadLoad[]) {
    this.#current = () => totalsOf(requests, threads())
    this.#last = this.#current()
    this.#timer = setInterval(() => this.#sample(), intervalMs).unref()
  }

  /** The complete minutes of the last hour, oldest first, and the current minute so far. */
  get samples(): LoadSample[] {
    return [...this.#samples, sampleOf(this.#last, this.#current())]
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #sample(): void {
    const now = this.#current()
    this.#samples.push(sampleOf(this.#last, now))
    if (this.#samples.length > maxSamples) this.#samples.shift()
    this.#last = now
  }
}
