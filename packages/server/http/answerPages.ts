import type { Context } from 'hono'
import { errorReply } from '../api/errorReply.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { ApiReply } from '../request/ApiReply.ts'
import { parseQuery } from '../request/parseQuery.ts'
import { dashboard } from './dashboard.ts'
import type { HttpEnv } from './HttpEnv.ts'
import type { HttpParts } from './HttpParts.ts'
import { commonHeaders, preflightHeaders } from './headers.ts'
import { publicFiles } from './publicFiles.ts'
import { replyResponse } from './replyResponse.ts'
import { type RequestHead, requestHead } from './requestHead.ts'
import { requestEntry } from './requestLog.ts'
import { routedPath } from './requestTarget.ts'

const refusals = { 404: 'Not Found', 405: 'Method Not Allowed' }

const refusal = (status: keyof typeof refusals, { url }: RequestHead, headers: Record<string, string>): ApiReply => {
  const message = refusals[status]
  const reply = errorReply(new ApiError(status, message, {}, { cause: `code=${status}, message=${message}` }), parseQuery(url))
  return { ...reply, headers }
}

/** Answers everything that is no route of the API: preflights, wrong methods, the dashboard, public files. */
export const answerPages = (parts: HttpParts) => {
  const serveDashboard = dashboard(parts.dashboardDir, parts.hasAdmins)
  const servePublic = publicFiles(parts.publicDir, parts.indexFallback)

  const find = async (head: RequestHead): Promise<Response | ApiReply> => {
    const { method, headers, url } = head
    const { origin } = headers
    if (method === 'OPTIONS') {
      const allowed = preflightHeaders(origin, headers['access-control-request-headers'], parts.allowOrigin)
      return new Response(null, { status: 204, headers: allowed })
    }
    const path = routedPath(url)
    if (path.startsWith('/api/')) return refusal(404, head, {})
    if (method !== 'GET') return refusal(405, head, { Allow: 'OPTIONS, GET' })
    const common = commonHeaders(origin, parts.allowOrigin)
    if (path === '/_') return new Response(null, { status: 307, headers: { ...common, Location: '_/' } })
    const header = (name: string) => headers[name]
    if (path.startsWith('/_/')) {
      const answer = await serveDashboard({ target: url, path, header }, common)
      return answer instanceof Response ? answer : refusal(404, head, answer.missing)
    }
    return (await servePublic({ method, header }, path, common)) ?? refusal(404, head, {})
  }

  return async (context: Context<HttpEnv>): Promise<Response> => {
    const started = performance.now()
    const head = requestHead(context)
    const answer = await find(head)
    if (answer instanceof Response) return answer
    parts.logs.write(requestEntry(head, answer, performance.now() - started))
    return replyResponse(parts, head, answer)
  }
}
