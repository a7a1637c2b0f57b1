import type { Route } from '../../api/contract.ts'
import { superusers } from '../../auth/superusers.ts'
import { type LogEntry, levels } from '../../logs/LogEntry.ts'
import { logDetails, logText } from '../../logs/logText.ts'
import type { ApiReply, LoggedRequester } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { forwardingHeaders } from './requestHead.ts'

/** Returns the client address for the log. Like PocketBase 0.22, takes the first address of the first forwarding header. */
function userIp({ headers, remoteIp, forwardedFor }: RequestHead): string {
  if (forwardedFor === undefined) return remoteIp
  for (const name of forwardingHeaders) {
    const ip = headers[name]
      ?.split(',')
      .map(item => item.trim())
      .find(item => item !== '')
    if (ip !== undefined) return ip
  }
  return remoteIp
}

function decoded(url: string): string {
  if (!url.includes('%')) return url
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Returns the addresses of the client, if the settings allowed logging them when the request arrived. */
const addresses = (head: RequestHead) => (head.logsIp ? { userIp: logText(userIp(head)), remoteIp: head.remoteIp } : {})

/** Returns the kind of the requester as 0.22 logs it, and what 0.23 and later log: the name of the collection. */
function whoseOf({ kind, collection }: LoggedRequester = { kind: 'guest' }) {
  const authCollection = kind === 'admin' ? superusers.name : collection
  return { auth: kind, ...(authCollection !== undefined && { authCollection }) }
}

/** Returns the log entry for a request and its reply. */
export function requestEntry(
  head: RequestHead,
  reply: Pick<ApiReply, 'status' | 'auth' | 'failure' | 'records'>,
  milliseconds: number,
): LogEntry {
  const url = logText(head.url)
  return {
    level: reply.failure ? (reply.failure.isWarning ? levels.warning : levels.error) : levels.info,
    message: `${head.method} ${decoded(url)}`,
    created: Date.now(),
    data: JSON.stringify({
      type: 'request',
      url,
      method: head.method,
      ...(head.dialect === 'today' && { dialect: 'today' }),
      status: reply.failure?.status ?? reply.status,
      execTime: milliseconds,
      ...(reply.records !== undefined && { records: reply.records }),
      ...whoseOf(reply.auth),
      referer: logText(head.headers.referer ?? ''),
      userAgent: logText(head.headers['user-agent'] ?? ''),
      ...addresses(head),
      ...(reply.failure ? { error: logText(reply.failure.message), details: logDetails(reply.failure.details) } : {}),
    }),
  }
}

/** Frequent routes whose successful requests would fill the log with useless entries. */
const unloggedRoutes = new Set([
  'GET /health',
  'HEAD /health',
  'GET /realtime',
  'GET /oauth2-redirect',
  'POST /oauth2-redirect',
  'GET /oauth2-returns/:ticket',
  'POST /oauth2-returns/:ticket',
  'DELETE /oauth2-returns/:ticket',
  'GET /logs',
  'GET /logs/stats',
  'GET /logs/:id',
])

/** Whether successful requests to a route are logged. Failed requests always are. Today's dialect logs health checks. */
export function isLogged({ method, path, dialect }: Pick<Route, 'method' | 'path' | 'dialect'>): boolean {
  return !unloggedRoutes.has(`${method} ${path}`) || (dialect === 'today' && path === '/health')
}
