import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { request as httpRequest } from '../nodeHttp.ts'
import { isPrivateAddress } from './isPrivateAddress.ts'

/** Thrown for a host whose address is private. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address.`)
  }
}

/**
 * Looks up public addresses. The check is part of the lookup that the connection uses, because a second lookup could return another
 * address.
 */
const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...(options as LookupOptions), all: true }, (error, addresses) => {
    const found: LookupAddress[] = addresses ?? []
    const failure = error ?? (found.some(({ address }) => isPrivateAddress(address)) ? new PrivateAddressError(host) : null)
    if (failure) callback(failure, '', 0)
    else if (options.all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0)
  })
}

/**
 * Rejects URLs whose host is written as a private address, which a connection does not look up.
 * @throws PrivateAddressError
 */
function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host)
}

/**
 * Opens a request on a connection of its own.
 * @param allowsPrivate whether the host can have a private address
 * @throws PrivateAddressError for a host that is written as a private address; a name with one is an error of the request
 */
export function openRequest(url: URL, options: RequestOptions, allowsPrivate: boolean): ClientRequest {
  if (!allowsPrivate) assertPublicHost(url)
  // Loaded with the first request that needs it, because TLS takes memory.
  const request = url.protocol === 'https:' ? process.getBuiltinModule('node:https').request : httpRequest
  return request(url, { ...options, agent: false, ...(!allowsPrivate && { lookup: lookUpPublic }) })
}

/** Returns the response once its headers have arrived. */
export function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once('response', resolve).once('error', reject))
}
