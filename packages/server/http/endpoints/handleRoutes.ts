import { errorReply } from '../../api/errorReplies.ts'
import { maxRecordBytes } from '../../api/records/precheck.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import { CodeError, RouteCanceledError, RouteTimeoutError } from '../../code/CodeError.ts'
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
import { discardRest, inAscii, limitBody, originOf, requestHeaders, responseHeaders, sendRouteResponse } from './routeMessages.ts'

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
export function handleRoutes({ code, limits, policy, monitoring }: HttpParts & { code: Code }): RouteHandler {
  const { clients } = limits
  /** Sends a request to its route. `ended` resolves when the route has responded, or its code has ended. */
  const send = (
    mount: string,
    head: RequestHead,
    incoming: Incoming,
    user: RouteRequest['user'],
    gone: AbortController,
  ): { response: Promise<RouteResponse>; ended: Promise<unknown> } => {
    const { method, headers, url } = head
    const body = hasBody(head) ? limitBody(incoming, maxBodyBytes) : undefined
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => undefined)
    body?.on('error', error => {
      failed.reject(error)
      gone.abort()
    })
    const response = code.request({
      method,
      target: inAscii(url),
      headers: requestHeaders(headers, body !== undefined),
      ...(body && { body }),
      mount,
      user,
      origin: originOf(head),
      ip: clientAddress(head, policy.isTrustedProxy),
      authorization: headers.authorization,
      signal: gone.signal,
    })
    if (body)
      response.then(
        ({ stream }) => stream.once('close', () => void discardRest(incoming, body)),
        () => undefined,
      )
    return { response: Promise.race([failed.promise, response]), ended: Promise.allSettled([response]) }
  }

  const failure = (error: unknown, { url }: RequestHead): JsonReply => {
    if (error instanceof ApiError || error instanceof Rejection) return errorReply(error, { query: parseQuery(url) })
    const query = parseQuery(url)
    // The status that proxies log for requests that clients cancel. No one receives it.
    if (error instanceof RouteCanceledError)
      return errorReply(new ApiError(499, error.message, {}, { isWarning: true }), { query })
    const [status, message] =
      error instanceof RouteTimeoutError ? [504, 'The route did not respond in time.'] : [500, 'A route of the server failed.']
    return errorReply(new ApiError(status, message, {}, { cause: error }), { query })
  }

  return async (mount, head, incoming, outgoing) => {
    const started = performance.now()
    let requester = guest
    const log = (reply: Pick<ApiReply, 'status' | 'failure'>): void => {
      const milliseconds = performance.now() - started
      monitoring.requests.countAdded(head.method, mount === '/' ? '/*' : `${mount}/*`, reply.status, milliseconds)
      monitoring.logs.write(requestEntry(head, { ...reply, auth: requester.auth }, milliseconds))
    }
    const gone = new AbortController()
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort()
    })
    const hold = clients.open('routeRequests', clients.clientOf(head))
    let ended: Promise<unknown> = Promise.resolve()
    try {
      hold.resize(1)
      const { authorization } = head.headers
      assertContentLength(head.headers, maxBodyBytes)
      if (authorization) requester = await code.identify(authorization)
      const sent = send(mount, head, incoming, requester.user, gone)
      ended = sent.ended
      const response = await sent.response
      if (response.error !== undefined) throw new CodeError(response.error)
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
      // A route whose client has gone away can go on.
      void ended.then(() => hold.release())
    }
  }
}
