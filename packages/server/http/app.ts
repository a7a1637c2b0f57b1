import { errorReply } from '../api/errorReplies.ts'
import { isHealthRoute, laggingReply } from '../api/health/check.ts'
import { ApiError, badRequest } from '../api/v022/ApiError.ts'
import type { RequestHead } from '../messages/ApiRequest.ts'
import type { HttpResponse } from '../messages/HttpResponse.ts'
import { handleNested } from '../pbHooks/NestedCalls.ts'
import { decodePath } from '../runtime/decodePath.ts'
import { LaggingError } from '../threads/nodes/Freshness.ts'
import { afterRest } from './bodies/unreadBody.ts'
import type { Incoming, Outgoing } from './connections/httpMessages.ts'
import { createRouting, type RoutedTarget } from './endpoints/createRouting.ts'
import { handleAround } from './endpoints/handleAround.ts'
import type { HttpParts } from './HttpParts.ts'
import { handlePages } from './pages/handlePages.ts'
import { answerFresh } from './requests/answerFresh.ts'
import { chooseDialect, type Spoken } from './requests/chooseDialect.ts'
import { type Handler, nameSystemCollection, requestHead, routedPath } from './requests/requestHead.ts'
import { requestEntry } from './requests/requestLog.ts'
import { createResponseSender } from './responses/createResponseSender.ts'
import { toHttpResponse } from './responses/toHttpResponse.ts'

/** Handles one request. The returned promise settles once the response is complete; without a promise it already is. */
export type HttpApp = (incoming: Incoming, outgoing: Outgoing) => void | Promise<void>

/** Maximum characters of a request target, path and query together. */
const maxUrlLength = 16 * 1024

/** @throws ApiError when the request target is too long or not a path */
function assertTarget(url: string): void {
  if (url.length > maxUrlLength) {
    throw new ApiError(414, `The URL is longer than ${maxUrlLength} characters. Send a shorter path or fewer query parameters.`)
  }
  if (!url.startsWith('/')) throw badRequest('The request target must be a path that starts with a slash.')
}

/** Creates the request handler of the server: API endpoints, event streams, the dashboard and public files. */
export function createHttpApp(parts: HttpParts): HttpApp {
  const { policy } = parts
  const { freshness } = parts.dispatcher
  const pages = handlePages(parts)
  const findTarget = createRouting(parts, pages)
  const sendSoon = createResponseSender(parts)
  const { scripts } = parts

  /** Runs the middlewares of scripts around a request, if there are some. They do not see preflight requests. */
  const around = (spoken: Spoken): Handler | undefined =>
    scripts?.isAround && spoken.head.method !== 'OPTIONS'
      ? handleAround(parts, scripts, head => {
          // A middleware can have set another path.
          policy.assertAdminAddress(head)
          return findTarget({ ...spoken, head })
        })
      : undefined

  const failure = (head: RequestHead, error: unknown, route?: string): HttpResponse | Promise<HttpResponse> => {
    const isLagging = error instanceof LaggingError && isHealthRoute(route)
    const reply = isLagging ? laggingReply(error, head) : errorReply(error, head)
    parts.monitoring.logs.write(requestEntry(head, reply, 0))
    return toHttpResponse(policy, head, reply)
  }

  /** Counts a request to the API. Returns the seconds until the client can send it again; 0 if it is allowed. */
  const limitRequest = (head: RequestHead, route: string | undefined): number | Promise<number> => {
    if (!head.url.startsWith('/api/')) return 0
    const { collection } = head.params
    const path = decodePath(nameSystemCollection(routedPath(head.url)))
    return parts.limits.rates.take(head, {
      method: head.method,
      path,
      ...(route !== undefined && { route }),
      ...(collection !== undefined && { collection }),
    })
  }

  const rejectOften = async (head: RequestHead, incoming: Incoming, retryAfterSeconds: number): Promise<HttpResponse> =>
    afterRest(incoming, await failure(head, new ApiError(429, 'Too Many Requests.', {}, { retryAfterSeconds, isWarning: true })))

  /** Answers a request by the current settings. */
  const answer = (
    spoken: Spoken,
    { head: routed, handle: handleOwn, route }: RoutedTarget,
    incoming: Incoming,
    outgoing: Outgoing,
  ): ReturnType<Handler> => {
    const { head } = spoken
    policy.assertAdminAddress(head)
    const handleAll = around(spoken)
    const handle: Handler = handleAll ? (_, ...given) => handleAll(head, ...given) : handleOwn
    const respond = (waitSeconds: number) =>
      waitSeconds === 0 ? handle(routed, incoming, outgoing) : rejectOften(routed, incoming, waitSeconds)
    const wait = limitRequest(routed, route)
    return wait instanceof Promise ? wait.then(respond) : respond(wait)
  }

  const handleRequest = (received: RequestHead, incoming: Incoming, outgoing: Outgoing): void | Promise<void> => {
    let spoken = chooseDialect(received, policy.dialect(), policy.hostDialects)
    let route: string | undefined
    const send = (response: HttpResponse | undefined) => response && sendSoon(outgoing, spoken.head, response)
    const fail = (error: unknown): void | Promise<void> => {
      const response = failure(spoken.head, error, route)
      return response instanceof Promise ? response.then(send) : send(response)
    }
    /** Answers once this node knows what was committed on the others. The dialect depends on the settings, too. */
    const answerUpToDate = () => {
      spoken = chooseDialect(received, policy.dialect(), policy.hostDialects)
      return answer(spoken, findTarget(spoken), incoming, outgoing)
    }
    try {
      assertTarget(spoken.head.url)
      const target = findTarget(spoken)
      route = target.route
      // Which routes the API has, and how it rejects others, depends on the settings.
      const isPage = target.handle === pages && !spoken.head.url.startsWith('/api/')
      const mustWait = freshness && (!isPage || around(spoken))
      const response = mustWait ? answerFresh(freshness, received, answerUpToDate) : answer(spoken, target, incoming, outgoing)
      return response instanceof Promise ? response.then(send, fail) : send(response)
    } catch (error) {
      return fail(error)
    }
  }

  return (incoming, outgoing) => {
    const received = requestHead(incoming, policy)
    return handleNested(received.headers, () => handleRequest(received, incoming, outgoing))
  }
}
