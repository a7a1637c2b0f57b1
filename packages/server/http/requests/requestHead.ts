import type { IncomingMessage } from 'node:http'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { IsTrustedProxy } from './clientAddress.ts'
import { requestTarget } from './requestTarget.ts'

/** What is known of a request before its body is read. */
export interface RequestHead extends Pick<ApiRequest, 'method' | 'url' | 'headers' | 'remoteIp'> {
  /** Whether the log may store addresses of the client, by the settings of the moment in which the request arrived. */
  logsIp: boolean
  /** All `X-Forwarded-For` lines; undefined unless a trusted proxy sent the request, so that its forwarding headers count. */
  forwardedFor: string | undefined
}

/** What the server says about a request. */
interface RequestContext {
  isTrustedProxy: IsTrustedProxy
  logsIp: () => boolean
}

/** Headers in which proxies name the client, those that name one address first. */
export const forwardingHeaders = ['cf-connecting-ip', 'fly-client-ip', 'x-real-ip', 'x-forwarded-for'] as const

/** Of a header that was sent twice, the first counts. */
const firstOfEach = (rawHeaders: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (!Object.hasOwn(headers, name)) headers[name] = rawHeaders[index + 1] as string
  }
  return headers
}

/** Without the prefix that an IPv4 address has on a socket for both kinds. */
const plainIp = (address: string): string => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address)

/** Reads method, target, headers and addresses of a request. */
export const requestHead = (incoming: IncomingMessage, { isTrustedProxy, logsIp }: RequestContext): RequestHead => {
  const headers = firstOfEach(incoming.rawHeaders)
  const remoteIp = plainIp(incoming.socket.remoteAddress ?? '')
  const isForwarded = forwardingHeaders.some(name => headers[name] !== undefined) && isTrustedProxy(remoteIp)
  return {
    method: incoming.method ?? 'GET',
    url: requestTarget(incoming.url ?? '/'),
    headers,
    remoteIp,
    forwardedFor: isForwarded ? String(incoming.headers['x-forwarded-for'] ?? '') : undefined,
    logsIp: logsIp(),
  }
}
