import { errorReply } from '../../api/errorReply.ts'
import { newerClientRoutes, unsupportedClient } from '../../api/newerClients.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { HttpParts } from '../HttpParts.ts'
import { Router } from '../requests/Router.ts'
import { type Handler, routedPath } from '../requests/requestHead.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { commonHeaders, preflightHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { dashboard } from './dashboard.ts'
import { publicFiles } from './publicFiles.ts'

const messages = { 404: 'Not Found', 405: 'Method Not Allowed' }

const rejection = (status: keyof typeof messages, { url }: RequestHead, headers: Record<string, string>): JsonReply => {
  const message = messages[status]
  const reply = errorReply(new ApiError(status, message, {}, { cause: `code=${status}, message=${message}` }), parseQuery(url))
  return { ...reply, headers }
}

const newerRoutes = new Router(newerClientRoutes, () => true)

/** Returns the 404 reply for an unknown API route. Routes of newer PocketBase versions get a reply that says so. */
const unknownRoute = (head: RequestHead, path: string): JsonReply =>
  newerRoutes.find(head.method, path) ? errorReply(unsupportedClient(), parseQuery(head.url)) : rejection(404, head, {})

type Found = { response: HttpResponse } | { rejection: JsonReply }

/** Handles all requests outside of the API routes: preflights, wrong methods, the dashboard and public files. */
export const handlePages = (parts: HttpParts): Handler => {
  const serveDashboard = dashboard(parts.dashboardDir, parts.hasAdmins)
  const servePublic = publicFiles(parts.publicDir, parts.indexFallback)

  const find = async (head: RequestHead): Promise<Found> => {
    const { method, headers, url } = head
    const { origin } = headers
    if (method === 'OPTIONS') {
      const allowed = preflightHeaders(origin, headers['access-control-request-headers'], parts.allowOrigin)
      return { response: { status: 204, headers: allowed } }
    }
    const path = routedPath(url)
    if (path.startsWith('/api/')) return { rejection: unknownRoute(head, path) }
    if (method !== 'GET') return { rejection: rejection(405, head, { Allow: 'OPTIONS, GET' }) }
    const common = commonHeaders(origin, parts.allowOrigin)
    if (path === '/_') return { response: { status: 307, headers: { ...common, Location: '_/' } } }
    if (path === '/_/docs') return { response: { status: 307, headers: { ...common, Location: 'docs/' } } }
    const header = (name: string) => headers[name]
    if (path.startsWith('/_/')) {
      const served = await serveDashboard({ target: url, path, header }, common)
      return 'missing' in served ? { rejection: rejection(404, head, served.missing) } : { response: served }
    }
    const response = await servePublic({ method, header }, path, common)
    return response ? { response } : { rejection: rejection(404, head, {}) }
  }

  return async head => {
    const started = performance.now()
    const found = await find(head)
    if ('response' in found) return found.response
    parts.logs.write(requestEntry(head, found.rejection, performance.now() - started))
    return toHttpResponse(parts, head, found.rejection)
  }
}
