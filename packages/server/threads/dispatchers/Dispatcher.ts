import type { Route } from '../../api/contract.ts'
import type { RequestPart, StepResult } from '../../api/StepResult.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Freshness } from '../nodes/Freshness.ts'
import type { CachedReply } from '../responseCache/ResponseCache.ts'

/** Runs requests, either in the calling thread or in a pool of threads. */
export interface Dispatcher {
  /** All routes. Methods refer to a route by its index, because the main thread does not load the endpoints themselves. */
  routes: readonly Route[]
  /** Returns the cached response to a request, if there is one that is still valid. */
  findCached: (endpoint: number, request: Pick<ApiRequest, 'url' | 'headers' | 'dialect'>) => CachedReply | undefined
  /**
   * Runs a part of a request to the endpoint with this index in the thread that it needs. Its errors become error responses.
   * @param state what the step before has left
   * @throws UnansweredError if the thread ends before it responds
   * @throws Error if no thread is free in time
   */
  request: (endpoint: number, request: ApiRequest, part: RequestPart, state?: unknown) => Promise<StepResult>
  /** Lets requests wait for the commits of other nodes. Absent if this is the only server of its database. */
  freshness?: Freshness
}
