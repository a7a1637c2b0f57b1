import { errorReply } from '../../api/errorReplies.ts'
import { finishJson } from '../../api/finishJson.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { RegisteredRoute, ScriptOutcome } from '../../pbHooks/messages.ts'
import type { ScriptHost } from '../../pbHooks/ScriptHost.ts'
import { bodyResource } from '../bodies/readBody.ts'
import { afterRest } from '../bodies/unreadBody.ts'
import type { Incoming } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { commonHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { fileResponse } from './fileResponse.ts'
import { readScriptBody, scriptRequestOf } from './readScriptRequest.ts'
import { failureReply, headersOf } from './scriptReplies.ts'

type Found = NonNullable<ReturnType<ScriptHost['routes']['find']>>

/** Returns a function that creates the HTTP response from the outcome of a script. */
export function respondWith(parts: Pick<HttpParts, 'policy' | 'monitoring' | 'files'>) {
  const { policy, monitoring } = parts
  return async (head: RequestHead, { response, failure, requester }: ScriptOutcome): Promise<HttpResponse> => {
    const common = { ...commonHeaders(head.headers.origin, policy.allowOrigin), ...headersOf(response.headers) }
    if (failure && response.status === undefined) {
      const reply = failureReply(failure)
      monitoring.logs.write(requestEntry(head, { ...reply, ...(requester && { auth: requester }) }, 0))
      return {
        status: failure.status,
        headers: { ...common, 'Content-Type': 'application/json; charset=UTF-8' },
        body: reply.json,
      }
    }
    if (response.file) {
      const { store, key, name } = response.file
      const file = { key, name, download: false, ...(store === 'backups' && { isBackup: true as const }) }
      return fileResponse(parts, head, { kind: 'file', status: 200, file, headers: headersOf(response.headers) })
    }
    const { status = 200, body } = response
    const query = parseQuery(head.url)
    const isJson = common['Content-Type']?.startsWith('application/json') && typeof body === 'string' && status < 300
    const isPicked = isJson && query.some(([name]) => name === 'fields')
    const sent = isPicked ? await finishJson(JSON.parse(body), query) : body
    return { status, headers: common, ...(sent !== undefined && { body: sent }) }
  }
}

/** Counts a response of a route. The prefix distinguishes its series from those of a route of the server with the same path. */
export function countResponse(
  { monitoring }: Pick<HttpParts, 'monitoring'>,
  head: RequestHead,
  { path }: RegisteredRoute,
  status: number,
  milliseconds: number,
): void {
  monitoring.requests.countAdded(head.method, `pb_hooks:${path}`, status, milliseconds)
}

/**
 * Returns a function that counts a response of a route, and logs it if the route has the activity logger of 0.22. Failures are logged
 * with all others.
 */
export function recordWith(parts: Pick<HttpParts, 'monitoring'>) {
  return (
    head: RequestHead,
    route: RegisteredRoute,
    { response, failure, requester }: ScriptOutcome,
    status: number,
    milliseconds: number,
  ): void => {
    countResponse(parts, head, route, status, milliseconds)
    const hasFailed = failure !== undefined && response.status === undefined
    if (requester && !hasFailed) parts.monitoring.logs.write(requestEntry(head, { status, auth: requester }, milliseconds))
  }
}

/** Handles the requests to routes of scripts. */
export function handleScripts(parts: HttpParts, scripts: ScriptHost) {
  const { policy, monitoring } = parts
  const { clients, hookTurns } = parts.limits
  const respond = respondWith(parts)
  const record = recordWith(parts)

  const run = async ({ route, pattern, params }: Found, head: RequestHead, incoming: Incoming): Promise<HttpResponse> => {
    const started = performance.now()
    const client = clients.clientOf(head)
    const hold = clients.hold('routeRequests', client)
    const memory = clients.open(bodyResource(head.headers), client)
    try {
      const body = await readScriptBody(head, incoming, memory)
      const request = { ...scriptRequestOf(policy, head), params, pattern, ...body }
      const outcome = await scripts.call({ kind: 'route', route, request }, undefined, () => hookTurns.enter(head))
      const response = await respond(head, outcome)
      record(head, route, outcome, response.status, performance.now() - started)
      return response
    } finally {
      memory.release()
      hold.release()
    }
  }

  return async (found: Found, head: RequestHead, incoming: Incoming): Promise<HttpResponse> => {
    const started = performance.now()
    try {
      return await run(found, head, incoming)
    } catch (error) {
      const reply = errorReply(error, { query: parseQuery(head.url) })
      countResponse(parts, head, found.route, reply.status, performance.now() - started)
      monitoring.logs.write(requestEntry(head, reply, 0))
      const headers = {
        ...commonHeaders(head.headers.origin, policy.allowOrigin),
        'Content-Type': 'application/json; charset=UTF-8',
      }
      const response = { status: reply.status, headers: { ...headers, ...reply.headers }, body: reply.json }
      return afterRest(incoming, response)
    }
  }
}

/** Returns a handler that rejects a method, because the routes of the path have others. */
export function rejectMethod({ policy, monitoring }: HttpParts, methods: readonly string[]): Handler {
  return head => {
    const reply = errorReply(new ApiError(405, 'Method Not Allowed'), { query: parseQuery(head.url) })
    monitoring.logs.write(requestEntry(head, reply, 0))
    return toHttpResponse(policy, head, { ...reply, headers: { Allow: ['OPTIONS', ...methods].join(', ') } })
  }
}
