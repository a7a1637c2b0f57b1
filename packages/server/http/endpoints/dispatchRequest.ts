import { tooManyReply } from '../../api/errorReply.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import type { HttpParts } from '../HttpParts.ts'
import { clientAddress } from '../requests/clientAddress.ts'
import type { RequestHead } from '../requests/requestHead.ts'

/** A request with the headers that identify its client. */
type ClientRequest = ApiRequest & Pick<RequestHead, 'forwardedFor'>

type Parts = Pick<HttpParts, 'dispatcher' | 'limiter' | 'isTrustedProxy'>

const dispatchCounted = async (parts: Parts, position: number, request: ClientRequest, attempt: Attempt): Promise<ApiReply> => {
  const begun = parts.limiter?.begin(attempt, clientAddress(request, parts.isTrustedProxy))
  if (begun && begun.wait > 0) return tooManyReply(begun.wait, request.query)
  const reply = await dispatchRequest(parts, position, { ...request, counted: attempt })
  begun?.end(!reply.failure)
  return reply
}

/**
 * Dispatches a request to a thread. The request is dispatched again if the reply asks to count it as an attempt first, or contains
 * a proof that the request needs.
 */
export const dispatchRequest = async (parts: Parts, position: number, request: ClientRequest): Promise<ApiReply> => {
  const reply = await parts.dispatcher.dispatch(position, request)
  if (reply.attempt) return dispatchCounted(parts, position, request, reply.attempt)
  return reply.proof ? dispatchRequest(parts, position, { ...request, proof: reply.proof }) : reply
}
