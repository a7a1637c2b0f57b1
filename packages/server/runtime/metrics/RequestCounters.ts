/** Upper bounds of the latency buckets in seconds; a last bucket has no bound. */
export const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const boundsMs = latencyBounds.map(bound => bound * 1000)
const bucketCount = boundsMs.length + 1
const firstStatus = 100
const statusCount = 500

/** The counters of one route. */
export interface RouteCounters {
  method: string
  path: string
  /** Number of responses by status, from 100 on. */
  statuses: Float64Array
  /** Number of responses in each latency bucket, not cumulated. */
  buckets: Float64Array
  /** Sum of all latencies. */
  milliseconds: number
}

function increment(counts: Float64Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function createCounters({ method, path }: { method: string; path: string }): RouteCounters {
  return { method, path, statuses: new Float64Array(statusCount), buckets: new Float64Array(bucketCount), milliseconds: 0 }
}

/** Counts responses by route, status and latency. A response costs three additions and no object, so it is always counted. */
export class RequestCounters {
  readonly #routes: readonly RouteCounters[]
  /** The counters of routes that files of the folder of hooks handle. */
  readonly #added = new Map<string, RouteCounters>()

  constructor(routes: readonly { method: string; path: string }[]) {
    this.#routes = routes.map(createCounters)
  }

  /**
   * Counts a response.
   * @param route index of the route
   * @param milliseconds time from the request to its response
   */
  count(route: number, status: number, milliseconds: number): void {
    this.#count(this.#routes[route], status, milliseconds)
  }

  /** Counts a response to a path that is not one of the known routes. */
  countAdded(method: string, path: string, status: number, milliseconds: number): void {
    const key = `${method} ${path}`
    const counters = this.#added.get(key) ?? createCounters({ method, path })
    this.#added.set(key, counters)
    this.#count(counters, status, milliseconds)
  }

  #count(counters: RouteCounters | undefined, status: number, milliseconds: number): void {
    if (!counters) return
    increment(counters.statuses, status - firstStatus)
    let bucket = 0
    while (milliseconds > (boundsMs[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    increment(counters.buckets, bucket)
    counters.milliseconds += milliseconds
  }

  /** The counters of the routes that have been requested. The ones of a route in both dialects are added up, as they have one name. */
  get requested(): RouteCounters[] {
    const used = [...this.#routes, ...this.#added.values()].filter(({ buckets }) => buckets.some(count => count > 0))
    const byName = Map.groupBy(used, ({ method, path }) => `${method} ${path}`)
    return [...byName.values()].map(same => same.reduce(sumOf))
  }
}

function sumOf(one: RouteCounters, other: RouteCounters): RouteCounters {
  return {
    ...one,
    statuses: one.statuses.map((count, index) => count + (other.statuses[index] ?? 0)),
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
    milliseconds: one.milliseconds + other.milliseconds,
  }
}

/** Returns the statuses of a route with the number of responses. */
export function statusesOf({ statuses }: RouteCounters): { status: number; count: number }[] {
  return Array.from(statuses, (count, index) => ({ status: firstStatus + index, count })).filter(({ count }) => count > 0)
}
