import type { LogEntry } from '../../logs/LogEntry.ts'
import type { ApiReply } from '../../request/ApiReply.ts'
import type { RequestHead } from './requestHead.ts'

const info = 0
const error = 8

const forwardingHeaders = ['cf-connecting-ip', 'fly-client-ip', 'x-real-ip', 'x-forwarded-for']

/** Who asked, as far as a proxy tells; never used for anything but the log. */
const userIp = ({ headers, remoteIp }: RequestHead): string => {
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

const tokens = /([?&](?:t|%74)(?:o|%6f)(?:k|%6b)(?:e|%65)(?:n|%6e)=)[^?&]+/gi

/** Tokens of files stand in addresses; whoever reads the log is not to have them. */
const withoutTokens = (url: string): string => (url.includes('?') || url.includes('&') ? url.replace(tokens, '$1***') : url)

/** The log entry of a request that has been answered. */
export const requestEntry = (
  head: RequestHead,
  reply: Pick<ApiReply, 'status' | 'auth' | 'failure'>,
  milliseconds: number,
): LogEntry => {
  const url = withoutTokens(head.url)
  return {
    level: reply.failure ? error : info,
    message: `${head.method} ${decoded(url)}`,
    created: Date.now(),
    data: JSON.stringify({
      type: 'request',
      url,
      method: head.method,
      status: reply.failure?.status ?? reply.status,
      execTime: milliseconds,
      auth: reply.auth ?? 'guest',
      referer: head.headers.referer ?? '',
      userAgent: head.headers['user-agent'] ?? '',
      userIp: userIp(head),
      remoteIp: head.remoteIp,
      ...(reply.failure ? { error: reply.failure.message, details: reply.failure.details } : {}),
    }),
  }
}

/** Routes whose successes would fill the log with what nobody looks for. */
const unloggedRoutes = new Set([
  ...['GET /health', 'HEAD /health', 'GET /realtime', 'GET /oauth2-redirect', 'POST /oauth2-redirect'],
  ...['GET /logs', 'GET /logs/stats', 'GET /logs/:id'],
])

/** Whether a route's successes are logged; failures always are. */
export const isLogged = (method: string, path: string): boolean => !unloggedRoutes.has(`${method} ${path}`)
