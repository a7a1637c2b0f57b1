import { cofferSettings } from '@coffer/schema'
import type { InnerRequest } from '../../../messages/ApiRequest.ts'
import type { Call } from '../../Call.ts'
import type { CountRequests } from '../../Steps.ts'
import { ApiError } from '../../v022/ApiError.ts'
import type { PlannedRequest } from './planRequest.ts'

function limitedRequest({ request: { method }, change }: PlannedRequest): InnerRequest {
  const route = `${method} /collections/:collection/records${method === 'POST' ? '' : '/:id'}`
  return { method, route, collectionName: 'prepareOther' in change ? change.collectionName : change.collection.name }
}

/**
 * Returns the requests of a batch that have to be counted for the limits of requests; undefined if they have been, or have no limit.
 * @param onRequest called with the index of a request beyond its limit
 * @throws ApiError 429 for a request beyond its limit
 */
export function countBatch(
  { app, request, requester }: Call,
  planned: readonly PlannedRequest[],
  onRequest: (index: number) => void,
): CountRequests | undefined {
  const { innerCount } = request
  if (innerCount?.exceeded) {
    const { index, retryAfterSeconds } = innerCount.exceeded
    onRequest(index)
    throw new ApiError(429, 'Too Many Requests.', {}, { retryAfterSeconds, isWarning: true })
  }
  const isLimited = cofferSettings(app.settings).rateLimits.enabled && requester.kind !== 'admin' && !request.isInternal
  return innerCount || !isLimited ? undefined : { kind: 'countRequests', requests: planned.map(limitedRequest) }
}
