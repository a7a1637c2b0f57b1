import { errorReply } from '../../api/errorReplies.ts'
import { maxRecordBytes } from '../../api/records/precheck.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import { CodeError, RouteTimeoutError } from '../../code/CodeError.ts'
import type { IdentifiedRequester } from '../../code/hookService.ts'
import type { RouteRequest, RouteResponse } from '../../code/RouteChannel.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply, JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { clientAddress } from '../../runtime/clients/clientAddress.ts'
import { assertContentLength, hasBody } from '../bodies/readBody.ts'
import { afterRest } from '../bodies/unreadBody.ts'
import type { Incoming, Outgoing } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { commonHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { inAscii, limitBody, originOf, requestHeaders, responseHeaders, sendRouteResponse } from './routeMessages.ts'

/** Maximum bytes of the body of a request to a route, as of the bodies with records. */
const maxBodyBytes = maxRecordBytes

/** Methods that routes can handle. The server itself responds to preflight requests. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const guest: IdentifiedRequester = { user: { kind: 'guest' }, auth: { kind: 'guest' } }

type Code = NonNullable<HttpParts['code']>
type RouteHandler = (
  mount: string,
  head: RequestHead,
  incoming: Incoming,
  outgoing: Outgoing,
) => Promise<HttpResponse | undefined>

/** Whether routes can handle the requests with a method. */
export function isRouteMethod(method: string): boolean {
  return methods.includes(method)
}

/** Handles the requests to routes, in the processes of hooks. */
export function handleRoutes({ code, clients, policy, logs, measures }: HttpParts & { code: Code }): RouteHandler {
  const ask = async (
    mount: string,
    head: RequestHead,
    incoming: Incoming,
    user: RouteRequest['user'],
  ): Promise<RouteResponse> => {
    const { method, headers, url } = head
    const body = hasBody(head) ? limitBody(incoming, maxBodyBytes) : undefined
    const failed = Promise.withResolvers<never>()
    body?.on('error', failed.reject)
    const response = await Promise.race([
      failed.promise,
      code.request({
        method,
        target: inAscii(url),
        headers: requestHeaders(headers, body !== undefined),
        ...(body && { body }),
        mount,
        user,
        origin: originOf(head),
        ip: clientAddress(head, policy.isTrustedProxy),
        authorization: headers.authorization,
      }),
    ])
    failed.promise.catch(() => undefined)
    if (response.error !== undefined) throw new CodeError(response.error)
    return response
  }

  const failure = (error: unknown, { url }: RequestHead): JsonReply => {
    if (error instanceof ApiError || error instanceof Rejection) return errorReply(error, { query: parseQuery(url) })
    const [status, message] =
      error instanceof RouteTimeoutError ? [504, 'The route did not respond in time.'] : [500, 'A route of the server failed.']
    return errorReply(new ApiError(status, message, {}, { cause: error }), { query: parseQuery(url) })
  }

  return async (mount, head, incoming, outgoing) => {
    const started = performance.now()
    let requester = guest
    const log = (reply: Pick<ApiReply, 'status' | 'failure'>): void => {
      const milliseconds = performance.now() - started
      measures.requests.countAdded(head.method, mount === '/' ? '/*' : `${mount}/*`, reply.status, milliseconds)
      logs.write(requestEntry(head, { ...reply, auth: requester.auth }, milliseconds))
    }
    const hold = clients.open('routeRequests', clients.clientOf(head))
    try {
      hold.resize(1)
      const { authorization } = head.headers
      assertContentLength(head.headers, maxBodyBytes)
      if (authorization) requester = await code.identify(authorization)
      const response = await ask(mount, head, incoming, requester.user)
      log(response)
      await sendRouteResponse(
        outgoing,
        response,
        responseHeaders(response, commonHeaders(head.headers.origin, policy.allowOrigin)),
      )
      return undefined
    } catch (error) {
      const reply = failure(error, head)
      log(reply)
      return afterRest(incoming, await toHttpResponse(policy, head, reply))
    } finally {
      hold.release()
    }
  }
}
