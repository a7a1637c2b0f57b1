import type { Route } from '../api/contract.ts'
import { errorReply } from '../api/errorReplies.ts'
import { isHealthRoute, laggingReply } from '../api/health/check.ts'
import { eventStreamRoute, metricsRoute } from '../api/mainThreadRoutes.ts'
import { ApiError, badRequest } from '../api/v022/ApiError.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { ApiDialect, RequestHead } from '../messages/ApiRequest.ts'
import type { HttpResponse } from '../messages/HttpResponse.ts'
import { decodePath } from '../runtime/decodePath.ts'
import { Outbox } from '../runtime/Outbox.ts'
import { LaggingError } from '../threads/nodes/Freshness.ts'
import { afterRest } from './bodies/unreadBody.ts'
import { enhanceYourCalm } from './connections/cancelResponse.ts'
import { type Incoming, isCanceled, type Outgoing } from './connections/httpMessages.ts'
import { handleAround, type Target } from './endpoints/handleAround.ts'
import { handleEndpoint } from './endpoints/handleEndpoint.ts'
import { handleMetrics } from './endpoints/handleMetrics.ts'
import { handleRealtime } from './endpoints/handleRealtime.ts'
import { handleScripts, rejectMethod } from './endpoints/handleScripts.ts'
import type { HttpParts } from './HttpParts.ts'
import { handlePages } from './pages/handlePages.ts'
import { answerFresh } from './requests/answerFresh.ts'
import { chooseDialect, type Spoken } from './requests/chooseDialect.ts'
import { nameSuperusers } from './requests/nameSuperusers.ts'
import { Router } from './requests/Router.ts'
import { type Handler, requestHead, routedPath } from './requests/requestHead.ts'
import { requestEntry } from './requests/requestLog.ts'
import { countUnread } from './responses/countUnread.ts'
import { sendResponse } from './responses/sendResponse.ts'
import { toHttpResponse } from './responses/toHttpResponse.ts'

/** Handles one request. The returned promise settles once the response is complete; without a promise it already is. */
export type HttpApp = (incoming: Incoming, outgoing: Outgoing) => void | Promise<void>

/** The target of a request, and its route if it is one of the server. */
interface RoutedTarget extends Target {
  route?: string
}

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
  const { routes, freshness } = parts.dispatcher
  const { metrics } = parts.measures
  const pages = handlePages(parts)
  const all: (Pick<Route, 'method' | 'path' | 'dialect'> & { target: Handler })[] = [
    ...routes.map((route, position) => ({ ...route, target: handleEndpoint(parts, position, route) })),
    { ...eventStreamRoute, target: handleRealtime(parts) },
    ...(metrics ? [{ ...metricsRoute, target: handleMetrics(policy, metrics) }] : []),
  ]
  const paths = all.map(({ path }) => path)
  const routerOf = (dialect: ApiDialect) => {
    // Routes of this dialect come first, because a route of both dialects can have the same path.
    const own = all.filter(route => route.dialect === dialect)
    const spoken = [...own, ...all.filter(route => route.dialect === undefined)]
    return new Router(spoken, paths)
  }
  const routers = { v022: routerOf('v022'), today: routerOf('today') }

  const handleScript = parts.scripts && handleScripts(parts, parts.scripts)

  /** Returns the handler of a request to a route of `pb_hooks`. */
  const findScript = (head: RequestHead, ownPath: string | undefined): Pick<Target, 'handle' | 'script'> | undefined => {
    const table = parts.scripts?.routes
    if (!handleScript || !table || table.isEmpty) return undefined
    const path = routedPath(head.url)
    const found = table.find(head.method, path, ownPath)
    if (found) return { handle: (_, incoming) => handleScript(found, head, incoming), script: found }
    const methods = ownPath === undefined && head.method !== 'GET' && head.method !== 'OPTIONS' ? table.methodsOf(path) : []
    return methods.length === 0 ? undefined : { handle: rejectMethod(parts, methods) }
  }

  /** Finds the handler of a request. A route that only the other dialect has answers in its words, unless the client asked for one. */
  const targetOf = ({ head, isExplicit }: Spoken): RoutedTarget => {
    const { dialect = 'v022' } = head
    const path = nameSuperusers(routedPath(head.url))
    const other: ApiDialect = dialect === 'today' ? 'v022' : 'today'
    // Node sends no body to HEAD, so that the response to GET is the response to HEAD. 0.22 knows HEAD for few routes.
    const methods = head.method === 'HEAD' && dialect === 'today' ? ['HEAD', 'GET'] : [head.method]
    for (const spoken of isExplicit ? [dialect] : [dialect, other]) {
      for (const method of methods) {
        const route = routers[spoken].find(method, path)
        if (!route || (method !== head.method && route.path === eventStreamRoute.path)) continue
        const script = findScript(head, `/api${route.path}`)
        return {
          head: { ...head, method, dialect: spoken, params: route.params },
          handle: route.target,
          ...script,
          route: `${method} ${route.path}`,
        }
      }
    }
    return { head, handle: pages, ...findScript(head, undefined) }
  }

  const { scripts } = parts

  /** Runs the middlewares of scripts around a request, if there are some. They do not see preflight requests. */
  const around = (spoken: Spoken): Handler | undefined =>
    scripts?.isAround && spoken.head.method !== 'OPTIONS'
      ? handleAround(parts, scripts, head => {
          // A middleware can have set another path.
          parts.assertAdminAddress(head)
          return targetOf({ ...spoken, head })
        })
      : undefined

  const failure = (head: RequestHead, error: unknown, route?: string): HttpResponse | Promise<HttpResponse> => {
    const isLagging = error instanceof LaggingError && isHealthRoute(route)
    const reply = isLagging ? laggingReply(error, head) : errorReply(error, head)
    parts.logs.write(requestEntry(head, reply, 0))
    return toHttpResponse(policy, head, reply)
  }

  /** Counts a request to the API. Returns the seconds until the client can send it again; 0 if it is allowed. */
  const limitRequest = (head: RequestHead, route: string | undefined): number | Promise<number> => {
    if (!head.url.startsWith('/api/')) return 0
    const { collection } = head.params
    const path = decodePath(nameSuperusers(routedPath(head.url)))
    return parts.rates.take(head, {
      method: head.method,
      path,
      ...(route !== undefined && { route }),
      ...(collection !== undefined && { collection }),
    })
  }

  const rejectOften = async (head: RequestHead, incoming: Incoming, retryAfterSeconds: number): Promise<HttpResponse> =>
    afterRest(incoming, await failure(head, new ApiError(429, 'Too Many Requests.', {}, { retryAfterSeconds, isWarning: true })))

  /** Responses are sent together at the end of an iteration of the event loop. */
  const outbox = new Outbox<() => void>(sends => {
    for (const send of sends) send()
  })

  const sendTo = (outgoing: Outgoing, head: RequestHead, response: HttpResponse) => () => {
    try {
      const isCounted = outgoing.stream && !isCanceled(outgoing)
      sendResponse(outgoing, isCounted ? countUnread(parts.clients, head, response) : response)
    } catch (error) {
      // A client that reads none of its responses would not read an error, either. The log has the response already.
      if (error instanceof Rejection && outgoing.stream) {
        outgoing.stream.close(enhanceYourCalm)
        return
      }
      parts.logs.write(requestEntry(head, errorReply(error), 0))
      // A response that Node rejects is a bug of the server: only its own connection is closed.
      outgoing.destroy()
    }
  }

  /** Answers a request by the current settings. */
  const answer = (
    spoken: Spoken,
    { head: routed, handle: handleOwn, route }: RoutedTarget,
    incoming: Incoming,
    outgoing: Outgoing,
  ): ReturnType<Handler> => {
    const { head } = spoken
    parts.assertAdminAddress(head)
    const handleAll = around(spoken)
    const handle: Handler = handleAll ? (_, ...given) => handleAll(head, ...given) : handleOwn
    const respond = (waitSeconds: number) =>
      waitSeconds === 0 ? handle(routed, incoming, outgoing) : rejectOften(routed, incoming, waitSeconds)
    const wait = limitRequest(routed, route)
    return wait instanceof Promise ? wait.then(respond) : respond(wait)
  }

  return (incoming, outgoing) => {
    const received = requestHead(incoming, policy)
    let spoken = chooseDialect(received, policy.dialect(), policy.hostDialects)
    let route: string | undefined
    const send = (response: HttpResponse | undefined) => response && outbox.add(sendTo(outgoing, spoken.head, response))
    const fail = (error: unknown): void | Promise<void> => {
      const response = failure(spoken.head, error, route)
      return response instanceof Promise ? response.then(send) : send(response)
    }
    /** Answers once this node knows what was committed on the others. The dialect depends on the settings, too. */
    const answerUpToDate = () => {
      spoken = chooseDialect(received, policy.dialect(), policy.hostDialects)
      return answer(spoken, targetOf(spoken), incoming, outgoing)
    }
    try {
      assertTarget(spoken.head.url)
      const target = targetOf(spoken)
      route = target.route
      const mustWait = freshness && (target.handle !== pages || around(spoken))
      const response = mustWait ? answerFresh(freshness, received, answerUpToDate) : answer(spoken, target, incoming, outgoing)
      return response instanceof Promise ? response.then(send, fail) : send(response)
    } catch (error) {
      return fail(error)
    }
  }
}
