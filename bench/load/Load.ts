/** A request of a load. */
export interface LoadRequest {
  method: string
  /** Path and query, encoded. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The requests of a load and their concurrency. */
export interface LoadPlan {
  /** Origin of the server. */
  url: string
  /** Sent in a cycle. */
  requests: readonly LoadRequest[]
  /** Index of the first request. */
  from: number
  connections: number
  seconds: number
}

/** The result of a load. Times are in milliseconds. */
export interface LoadResult {
  /** Number of responses. */
  responses: number
  /** Responses per second. */
  rate: number
  p50: number
  p99: number
  /** Number of responses with a status of 400 or above, and of requests without a response. */
  errors: number
}

/** A program that sends each request as soon as the previous one has a response. */
export interface LoadGenerator {
  name: string
  run: (plan: LoadPlan) => Promise<LoadResult>
}
