import { createHash, timingSafeEqual } from 'node:crypto'
import { errorReply } from '../../api/errorReplies.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import { noStore } from '../../messages/headers.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { commonHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time, so that the time of a response does not reveal how much of the token is right. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token))

/** Responds with the metrics in the format of Prometheus, if the request has the token as its bearer token. */
export function handleMetrics(
  policy: HttpParts['policy'],
  { token, registry }: NonNullable<HttpParts['monitoring']['metrics']>,
): Handler {
  return async head => {
    const given = head.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    if (!isSame(given, token)) {
      const error = new ApiError(401, 'The request requires the metrics token in the Authorization header.')
      return toHttpResponse(policy, head, errorReply(error))
    }
    const headers = {
      ...commonHeaders(head.headers.origin, policy.allowOrigin),
      ...noStore,
      'Content-Type': registry.contentType,
    }
    return { status: 200, headers, body: await registry.metrics() }
  }
}
