import { errorReply } from '../../api/errorReplies.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { HttpApp } from '../app.ts'
import { closingResponse, skipRest } from '../bodies/unreadBody.ts'
import { requestTarget } from '../requests/requestHead.ts'
import { jsonHeaders } from '../responses/headers.ts'
import { sendResponse } from '../responses/sendResponse.ts'

/** Returns the name in a `Host` header without its port, in lower case; undefined if there is none. */
export function hostnameOf(host: string | undefined): string | undefined {
  return URL.parse(`http://${host ?? ''}`)?.hostname.replace(/\.$/, '')
}

/** What the HTTP address of a server with HTTPS needs to know. */
export interface RedirectOptions {
  /** The names of the server. Requests to another name are redirected to the first one. Without any, each name is kept. */
  names: readonly string[]
  /** Returns the port of HTTPS. */
  port: () => number
  /** Returns the response to a challenge of the certificate authority (HTTP-01), by its token. */
  challengeResponse: (token: string) => string | undefined
}

const challengePath = '/.well-known/acme-challenge/'

const headers = jsonHeaders(undefined, () => undefined)

const useHttps = new ApiError(400, 'This server only answers over HTTPS. Send the request to its https:// address.')

function location(target: string, host: string | undefined, { names, port }: RedirectOptions): string | undefined {
  const hostname = hostnameOf(host)
  const known = hostname !== undefined && (names.length === 0 || names.includes(hostname)) ? hostname : names[0]
  return known && `https://${known}${port() === 443 ? '' : `:${port()}`}${target}`
}

/**
 * Redirects requests to HTTPS. Requests that change something are rejected instead: they have already sent their secrets in the
 * clear, which their developer has to notice.
 */
export function redirectToHttps(options: RedirectOptions): HttpApp {
  const respond = (method: string | undefined, target: string, host: string | undefined): HttpResponse => {
    if (target.startsWith(challengePath)) {
      const body = options.challengeResponse(target.slice(challengePath.length))
      if (body !== undefined) return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body }
    }
    const isRead = method === 'GET' || method === 'HEAD'
    const url = isRead && target.startsWith('/') ? location(target, host, options) : undefined
    if (url !== undefined) return { status: 302, headers: { Location: url } }
    return { status: 400, headers, body: String(errorReply(useHttps).json) }
  }
  return async (incoming, outgoing) => {
    const response = respond(incoming.method, requestTarget(incoming.url ?? ''), incoming.headers.host)
    sendResponse(outgoing, (await skipRest(incoming)) ? response : await closingResponse(response, incoming))
  }
}
