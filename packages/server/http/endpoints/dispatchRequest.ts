import { tooManyReply } from '../../api/errorReply.ts'
import type { ApiReply, PrecheckPassed, ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import type { HttpParts } from '../HttpParts.ts'
import { clientAddress } from '../requests/clientAddress.ts'

type Parts = Pick<HttpParts, 'dispatcher' | 'limiter' | 'isTrustedProxy'>

const dispatchCounted = async (parts: Parts, position: number, request: ApiRequest, attempt: Attempt): Promise<ApiReply> => {
  const begun = parts.limiter?.begin(attempt, clientAddress(request, parts.isTrustedProxy))
  if (begun && begun.wait > 0) return tooManyReply(begun.wait, request.query)
  const reply = await dispatchRequest(parts, position, { ...request, counted: attempt })
  begun?.end(!reply.failure)
  return reply
}

/** @throws Error if the thread has only performed a step, and not handled the request */
const handledReply = (reply: ThreadReply): ApiReply => {
  switch (reply.kind) {
    case 'precheckPassed':
    case 'parsed':
    case 'proved':
    case 'countAttempt':
    case 'needsProcess':
      throw new Error(`The request was not handled. The reply of the thread is "${reply.kind}".`)
    default:
      return reply
  }
}

/**
 * Dispatches a request to a thread. The request is dispatched again if the thread asks to count it as an attempt first, or has
 * obtained a proof that the request needs.
 */
export const dispatchRequest = async (parts: Parts, position: number, request: ApiRequest): Promise<ApiReply> => {
  const reply = await parts.dispatcher.dispatch(position, request)
  switch (reply.kind) {
    case 'countAttempt':
      return dispatchCounted(parts, position, request, reply.attempt)
    case 'proved':
      return dispatchRequest(parts, position, { ...request, proof: reply.proof })
    default:
      return handledReply(reply)
  }
}

/** Authenticates a request and checks whether it can be allowed with any body. Returns an error response if not. */
export const precheckRequest = async (
  { dispatcher }: Parts,
  position: number,
  request: ApiRequest,
): Promise<PrecheckPassed | ApiReply> => {
  const reply = await dispatcher.dispatch(position, { ...request, body: { kind: 'unread' } })
  return reply.kind === 'precheckPassed' ? reply : handledReply(reply)
}
