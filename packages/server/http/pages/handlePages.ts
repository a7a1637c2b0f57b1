import { errorReply } from '../../api/errorReplies.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import type { JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { Incoming, Outgoing } from '../connections/httpMessages.ts'
import { handleRoutes, isRouteMethod } from '../endpoints/handleRoutes.ts'
import type { HttpParts } from '../HttpParts.ts'
import { todayPrefix } from '../requests/chooseDialect.ts'
import { type Handler, routedPath } from '../requests/requestHead.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { commonHeaders, preflightHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { dashboard } from './dashboard.ts'
import { publicFiles } from './publicFiles.ts'

const messages = { 404: 'Not Found', 405: 'Method Not Allowed' }

function rejection(status: keyof typeof messages, head: RequestHead, headers: Record<string, string>): JsonReply {
  const message = messages[status]
  const cause = `code=${status}, message=${message}`
  const reply = errorReply(new ApiError(status, message, {}, { cause }), { ...head, query: parseQuery(head.url) })
  return { ...reply, headers }
}

/** The path of `routes/index.ts`, which handles what is neither a file nor another route. */
const root = '/'

/** Redirects by path. The dashboard is also found beside the API with the prefix, where sign-ins through a provider return to. */
const redirects = new Map([
  ['/_', '_/'],
  ['/_/docs', 'docs/'],
  [`${todayPrefix}/_`, '../_/'],
  [`${todayPrefix}/_/`, '../../_/'],
])

/** A response, undefined if a route has sent it; or a rejection that is logged; its JSON is sent unless there is a page for it. */
type Found = { response: HttpResponse | undefined } | { rejection: JsonReply; page?: HttpResponse | undefined }

/** Handles all requests outside of the API: preflights, wrong methods, the dashboard, routes of one's own and public files. */
export function handlePages(parts: HttpParts): Handler {
  const { pages, policy, monitoring, code } = parts
  const serveDashboard = dashboard(pages.dashboardDir, pages.hasAdmins)
  const servePublic = publicFiles(pages.publicDir)
  const handleRoute = code && handleRoutes({ ...parts, code })

  const find = async (head: RequestHead, incoming: Incoming, outgoing: Outgoing): Promise<Found> => {
    const { method, headers, url } = head
    const { origin } = headers
    if (method === 'OPTIONS') {
      const allowed = preflightHeaders(origin, headers['access-control-request-headers'], policy.allowOrigin)
      return { response: { status: 204, headers: allowed } }
    }
    const path = routedPath(url)
    if (path.startsWith('/api/')) return { rejection: rejection(404, head, {}) }
    const common = commonHeaders(origin, policy.allowOrigin)
    const location = method === 'GET' ? redirects.get(path) : undefined
    if (location !== undefined) return { response: { status: 307, headers: { ...common, Location: location } } }
    const isRouted = handleRoute && isRouteMethod(method) && path !== '/_' && !path.startsWith('/_/')
    const mount = isRouted ? code?.findRoute(path) : undefined
    if (handleRoute && mount !== undefined && mount !== root)
      return { response: await handleRoute(mount, head, incoming, outgoing) }
    if (method !== 'GET' && mount !== root) return { rejection: rejection(405, head, { Allow: 'OPTIONS, GET' }) }
    const header = (name: string) => headers[name]
    if (path.startsWith('/_/')) {
      const served = await serveDashboard({ target: url, path, header }, common)
      return 'missing' in served ? { rejection: rejection(404, head, served.missing), page: served.page } : { response: served }
    }
    const fallsBack = pages.indexFallback && mount === undefined
    const response = method === 'GET' ? await servePublic({ method, header }, path, common, fallsBack) : undefined
    if (!response && handleRoute && mount === root) return { response: await handleRoute(mount, head, incoming, outgoing) }
    return response ? { response } : { rejection: rejection(404, head, {}) }
  }

  return async (head, incoming, outgoing) => {
    const started = performance.now()
    const found = await find(head, incoming, outgoing)
    if ('response' in found) return found.response
    monitoring.logs.write(requestEntry(head, found.rejection, performance.now() - started))
    return found.page ?? toHttpResponse(policy, head, found.rejection)
  }
}
