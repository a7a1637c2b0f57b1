import type { TLSSocket } from 'node:tls'
import { systemCollectionIds } from '@coffer/schema'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { decodePath } from '../../runtime/decodePath.ts'
import type { Incoming, Outgoing } from '../connections/httpMessages.ts'
import type { RequestPolicy } from '../HttpParts.ts'
import { http2Headers } from './http2Headers.ts'

/**
 * Handles a request, whose body can be read from the incoming message. Returns undefined if it has written to the connection itself.
 */
export type Handler = (
  head: RequestHead,
  incoming: Incoming,
  outgoing: Outgoing,
) => HttpResponse | undefined | Promise<HttpResponse | undefined>

/** Headers in which proxies send the address of the client. Headers with a single address come first. */
export const forwardingHeaders = ['cf-connecting-ip', 'fly-client-ip', 'x-real-ip', 'x-forwarded-for'] as const

/** Converts headers to an object. If a header was sent several times, the first value wins. */
function toHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (!Object.hasOwn(headers, name)) headers[name] = rawHeaders[index + 1] as string
  }
  return headers
}

/** Removes the prefix of IPv4 addresses on dual-stack sockets. */
const withoutIPv4Prefix = (address: string): string => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address)

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const beyondAscii = /[^\x00-\x7f]/

/** Node decodes request targets as Latin-1, but clients send UTF-8. */
const decodeUtf8 = (text: string): string => (beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text)

function withoutOrigin(url: string): string {
  const slash = url.indexOf('/', url.indexOf('//') + 2)
  return slash === -1 ? '/' : url.slice(slash)
}

/** Returns the path and query of a request as the client sent them: not decoded, with unresolved dots. */
export function requestTarget(sent: string): string {
  const target = decodeUtf8(sent)
  return /^https?:\/\//i.test(target) ? withoutOrigin(target) : target
}

/** Returns the method, target, headers, addresses and scheme of a request. */
export function requestHead(
  incoming: Incoming,
  { isTrustedProxy, logsIp }: Pick<RequestPolicy, 'isTrustedProxy' | 'logsIp'>,
): RequestHead {
  const { rawHeaders, stream, socket } = incoming
  const headers = toHeaders(stream ? http2Headers(rawHeaders, !stream.endAfterHeaders) : rawHeaders)
  const remoteIp = withoutIPv4Prefix(socket.remoteAddress ?? '')
  const isForwarded = forwardingHeaders.some(name => headers[name] !== undefined) && isTrustedProxy(remoteIp)
  // Each proxy adds the scheme by which it was reached; the first one is the client's.
  const scheme = isForwarded ? headers['x-forwarded-proto']?.split(',')[0]?.trim().toLowerCase() : undefined
  return {
    method: incoming.method ?? 'GET',
    url: requestTarget(incoming.url ?? '/'),
    params: {},
    headers,
    remoteIp,
    forwardedFor: isForwarded ? String(incoming.headers['x-forwarded-for'] ?? '') : undefined,
    isSecure: scheme === undefined ? (socket as TLSSocket).encrypted === true : scheme === 'https',
    logsIp: logsIp(),
  }
}

/** Returns the path of a target for routing: without the query and, below /api/, without one trailing slash. */
export function routedPath(target: string): string {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  return path.endsWith('/') && path.startsWith('/api/') ? path.slice(0, -1) : path
}

const collectionsPath = '/api/collections/'

/** The names of the system collections of PocketBase 0.23 and later, by their ids and by their names in lower case. */
const systemNames = new Map(
  Array.from(systemCollectionIds).flatMap(([name, id]) => [[id, name] as const, [name.toLowerCase(), name] as const]),
)

/** Returns the path with the name of a system collection in place of its id or another spelling. */
export function nameSystemCollection(path: string): string {
  if (!path.startsWith(collectionsPath)) return path
  const slash = path.indexOf('/', collectionsPath.length)
  const end = slash === -1 ? path.length : slash
  const name = systemNames.get(decodePath(path.slice(collectionsPath.length, end)).toLowerCase())
  return name === undefined ? path : `${collectionsPath}${name}${path.slice(end)}`
}
