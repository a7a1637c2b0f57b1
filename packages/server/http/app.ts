import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorReply } from '../api/errorReply.ts'
import { eventStreamRoute, metricsRoute } from '../api/mainThreadRoutes.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { RequestHead } from '../messages/ApiRequest.ts'
import type { HttpResponse } from '../messages/HttpResponse.ts'
import { Outbox } from '../runtime/Outbox.ts'
import { handleEndpoint } from './endpoints/handleEndpoint.ts'
import { handleMetrics } from './endpoints/handleMetrics.ts'
import { handleRealtime } from './endpoints/handleRealtime.ts'
import type { HttpParts } from './HttpParts.ts'
import { handlePages } from './pages/handlePages.ts'
import { Router } from './requests/Router.ts'
import { type Handler, requestHead, routedPath } from './requests/requestHead.ts'
import { requestEntry } from './requests/requestLog.ts'
import { sendResponse } from './responses/sendResponse.ts'
import { toHttpResponse } from './responses/toHttpResponse.ts'

/** Handles one request. The returned promise settles once the response is complete; without a promise it already is. */
export type HttpApp = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

/** Maximum characters of a request target, path and query together. */
const maxUrlLength = 16 * 1024

/** @throws ApiError when the request target is too long or not a path */
const assertTarget = (url: string): void => {
  if (url.length > maxUrlLength) {
    throw new ApiError(414, `The URL is longer than ${maxUrlLength} characters. Send a shorter path or fewer query parameters.`)
  }
  if (!url.startsWith('/')) throw badRequest('The request target must be a path that starts with a slash.')
}

/** Creates the request handler of the server: API endpoints, event streams, the dashboard and public files. */
export const createHttpApp = (parts: HttpParts): HttpApp => {
  const { routes } = parts.dispatcher
  const pages = handlePages(parts)
  const mainThreadRoutes: (readonly [{ method: 'GET'; path: string }, Handler])[] = [
    [eventStreamRoute, handleRealtime(parts)],
    ...(parts.metrics ? [[metricsRoute, handleMetrics(parts, parts.metrics)] as const] : []),
  ]
  const targets = [
    ...routes.map((route, position) => handleEndpoint(parts, position, route)),
    ...mainThreadRoutes.map(([, handle]) => handle),
  ]
  const router = new Router<Handler>(
    [...routes, ...mainThreadRoutes.map(([route]) => route)],
    position => targets[position] as Handler,
  )

  const failure = (head: RequestHead, error: unknown): HttpResponse | Promise<HttpResponse> => {
    const reply = errorReply(error)
    parts.logs.write(requestEntry(head, reply, 0))
    return toHttpResponse(parts, head, reply)
  }

  /** Responses are sent together at the end of an iteration of the event loop. */
  const outbox = new Outbox<() => void>(sends => {
    for (const send of sends) send()
  })

  const sendTo = (outgoing: ServerResponse, head: RequestHead, response: HttpResponse) => () => {
    try {
      sendResponse(outgoing, response)
    } catch (error) {
      // A response that Node rejects is a bug of the server: only its own connection is closed.
      parts.logs.write(requestEntry(head, errorReply(error), 0))
      outgoing.destroy()
    }
  }

  return (incoming, outgoing) => {
    const head = requestHead(incoming, parts)
    const send = (response: HttpResponse | undefined) => response && outbox.add(sendTo(outgoing, head, response))
    const fail = (error: unknown): void | Promise<void> => {
      const response = failure(head, error)
      return response instanceof Promise ? response.then(send) : send(response)
    }
    try {
      assertTarget(head.url)
      const route = router.find(head.method, routedPath(head.url))
      const response = route
        ? route.target({ ...head, params: route.params }, incoming, outgoing)
        : pages(head, incoming, outgoing)
      return response instanceof Promise ? response.then(send, fail) : send(response)
    } catch (error) {
      return fail(error)
    }
  }
}
