import { logDetails, logText } from '../../logs/logText.ts'
import type { CompleteReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { LogEntry } from '../../messages/LogEntry.ts'
import { forwardingHeaders } from './requestHead.ts'

const info = 0
const warning = 4
const error = 8

/** Returns the client address for the log. Like PocketBase 0.22, takes the first address of the first forwarding header. */
const userIp = ({ headers, remoteIp, forwardedFor }: RequestHead): string => {
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

const decoded = (url: string): string => {
  if (!url.includes('%')) return url
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Returns the addresses of the client, if the settings allowed logging them when the request arrived. */
const addresses = (head: RequestHead) => (head.logsIp ? { userIp: logText(userIp(head)), remoteIp: head.remoteIp } : {})

/** Returns the log entry for a request and its reply. */
export const requestEntry = (
  head: RequestHead,
  reply: Pick<CompleteReply, 'status' | 'auth' | 'failure'>,
  milliseconds: number,
): LogEntry => {
  const url = logText(head.url)
  return {
    level: reply.failure ? (reply.failure.isWarning ? warning : error) : info,
    message: `${head.method} ${decoded(url)}`,
    created: Date.now(),
    data: JSON.stringify({
      type: 'request',
      url,
      method: head.method,
      status: reply.failure?.status ?? reply.status,
      execTime: milliseconds,
      auth: reply.auth ?? 'guest',
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

/** Whether successful requests to a route are logged. Failed requests always are. */
export const isLogged = (method: string, path: string): boolean => !unloggedRoutes.has(`${method} ${path}`)
