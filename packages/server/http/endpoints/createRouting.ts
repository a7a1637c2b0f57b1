import type { Route } from '../../api/contract.ts'
import { eventStreamRoute, metricsRoute } from '../../api/mainThreadRoutes.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { ApiDialect } from '../../messages/dialects.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Spoken } from '../requests/chooseDialect.ts'
import { Router } from '../requests/Router.ts'
import { type Handler, nameSystemCollection, routedPath } from '../requests/requestHead.ts'
import type { Target } from './handleAround.ts'
import { handleEndpoint } from './handleEndpoint.ts'
import { handleMetrics } from './handleMetrics.ts'
import { handleRealtime } from './handleRealtime.ts'
import { handleScripts, rejectMethod } from './handleScripts.ts'

/** The target of a request, and its route if it is one of the server. */
export interface RoutedTarget extends Target {
  route?: string
}

/**
 * Creates a function that finds the handler of a request. If only the other dialect has the route, the response is in that dialect, unless
 * the client asked for one.
 * @param pages handles the requests that belong to no route
 */
export function createRouting(parts: HttpParts, pages: Handler): (spoken: Spoken) => RoutedTarget {
  const { policy } = parts
  const { routes } = parts.dispatcher
  const { metrics } = parts.monitoring
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

  return ({ head, isExplicit }) => {
    const { dialect = 'v022' } = head
    const path = nameSystemCollection(routedPath(head.url))
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
}
