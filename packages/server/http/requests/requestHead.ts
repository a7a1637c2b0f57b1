import type { IncomingMessage } from 'node:http'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { IsTrustedProxy } from './clientAddress.ts'
import { requestTarget } from './requestTarget.ts'

/** The properties of a request that are known before its body is read. */
export interface RequestHead extends Pick<ApiRequest, 'method' | 'url' | 'headers' | 'remoteIp'> {
  /** Whether the settings allowed client addresses in the log when the request arrived. */
  logsIp: boolean
  /** All `X-Forwarded-For` lines; undefined unless a trusted proxy sent the request. */
  forwardedFor: string | undefined
}

interface RequestContext {
  isTrustedProxy: IsTrustedProxy
  logsIp: () => boolean
}

/** Headers in which proxies send the address of the client. Headers with a single address come first. */
export const forwardingHeaders = ['cf-connecting-ip', 'fly-client-ip', 'x-real-ip', 'x-forwarded-for'] as const

/** Converts headers to an object. If a header was sent several times, the first value wins. */
const toHeaders = (rawHeaders: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (!Object.hasOwn(headers, name)) headers[name] = rawHeaders[index + 1] as string
  }
  return headers
}

/** Removes the prefix of IPv4 addresses on dual-stack sockets. */
const withoutIPv4Prefix = (address: string): string => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address)

/** Returns the method, target, headers and addresses of a request. */
export const requestHead = (incoming: IncomingMessage, { isTrustedProxy, logsIp }: RequestContext): RequestHead => {
  const headers = toHeaders(incoming.rawHeaders)
  const remoteIp = withoutIPv4Prefix(incoming.socket.remoteAddress ?? '')
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
