import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Route } from '../api/contract.ts'
import { errorReply } from '../api/errorReply.ts'
import { answerEndpoint } from './answerEndpoint.ts'
import { answerPages } from './answerPages.ts'
import { answerRealtime } from './answerRealtime.ts'
import type { HttpEnv } from './HttpEnv.ts'
import type { HttpParts } from './HttpParts.ts'
import { replyResponse } from './replyResponse.ts'
import { requestHead } from './requestHead.ts'
import { requestEntry } from './requestLog.ts'
import { requestTarget, routedPath } from './requestTarget.ts'
import { routePattern } from './routePattern.ts'

/** The whole server as a function from requests to responses. */
export const createHttpApp = (parts: HttpParts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>({
    // Patterns that share a beginning, as ours do, are what this router is for; the faster one cannot take them.
    router: new TrieRouter(),
    getPath: (request, options) => routedPath(requestTarget(request, options?.env ?? {})),
  })
  const pages = answerPages(parts)
  const stream = answerRealtime(parts)
  const paths = parts.dispatcher.routes.map(({ path }) => path)
  const positionOf = (method: Route['method'], path: string) =>
    parts.dispatcher.routes.findIndex(endpoint => endpoint.method === method && endpoint.path === path)

  parts.dispatcher.routes.forEach((endpoint, position) => {
    const { method, path } = endpoint
    const answer = answerEndpoint(parts, position, endpoint)
    const pattern = routePattern(path, paths)
    if (method !== 'GET' && method !== 'HEAD') {
      app.on(method, pattern, answer)
      return
    }
    // The router looks for HEAD among the routes for GET, but only some of these may be asked with HEAD.
    if (method === 'HEAD' && positionOf('GET', path) !== -1) return
    const headPosition = positionOf('HEAD', path)
    const headEndpoint = parts.dispatcher.routes[headPosition]
    const answerHead = headEndpoint ? answerEndpoint(parts, headPosition, headEndpoint) : pages
    const answerGet = method === 'GET' ? answer : pages
    app.get(pattern, context => (context.req.raw.method === 'HEAD' ? answerHead(context) : answerGet(context)))
  })

  app.get('/api/realtime', context => (context.req.raw.method === 'HEAD' ? pages(context) : stream(context)))
  app.notFound(pages)
  app.onError((error, context) => {
    const head = requestHead(context)
    const reply = errorReply(error)
    parts.logs.write(requestEntry(head, reply, 0))
    return replyResponse(parts, head, reply)
  })
  return app
}
