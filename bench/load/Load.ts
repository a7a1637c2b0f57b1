/** A request as a load sends it. */
export interface LoadRequest {
  method: string
  /** Path and query, encoded. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What is sent where, by how many at once. */
export interface LoadPlan {
  /** Origin of the server. */
  url: string
  /** Sent one after the other, from the first again after the last. */
  requests: readonly LoadRequest[]
  /** Position of the request to begin with. */
  from: number
  connections: number
  seconds: number
}

/** What came of it. Times in milliseconds. */
export interface LoadResult {
  /** Answers received. */
  answers: number
  /** Answers in a second. */
  rate: number
  p50: number
  p99: number
  /** Answers with a status of 400 and above, and requests that got none. */
  errors: number
}

/** A program that sends requests as fast as they are answered. */
export interface LoadGenerator {
  name: string
  run: (plan: LoadPlan) => Promise<LoadResult>
}
