import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import { messageOf } from '../../errors/inspectError.ts'

/** Whether an address belongs to a trusted proxy, whose forwarding headers count. */
export type IsTrustedProxy = (address: string) => boolean

const portPattern = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/

/** The address in a list item, in one spelling; undefined for anything else. Some proxies add a port: `1.2.3.4:567`, `[::1]:80`. */
const addressIn = (item: string): string | undefined => {
  const [, ipv4, ipv6] = portPattern.exec(item) ?? []
  const address = ipv4 ?? ipv6 ?? item
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

const compile = (list: readonly string[]) => {
  try {
    return proxyAddr.compile([...list])
  } catch (error) {
    const reason = messageOf(error)
    const advice = 'List addresses, networks such as 10.0.0.0/8, or the names loopback, linklocal and uniquelocal.'
    throw new Error(`--trustedProxies has an ${reason}. ${advice}`, { cause: error })
  }
}

/**
 * Compiles a list of addresses, networks in CIDR notation and the names `loopback`, `linklocal` and `uniquelocal`.
 * @throws Error with a sentence for the person at the command line when an item is none of these
 */
export const trustProxies = (list: readonly string[]): IsTrustedProxy => {
  const isTrusted = compile(list)
  // Nearly all requests come from one proxy: to parse its address takes 2 µs each time, where a cached response takes 10.
  let last = { item: '', isTrusted: false }
  return item => {
    if (item === last.item) return last.isTrusted
    const address = addressIn(item)
    last = { item, isTrusted: address !== undefined && isTrusted(address, 0) }
    return last.isTrusted
  }
}

interface Connection {
  /** The address at the other end of the socket. */
  remoteIp: string
  /** All `X-Forwarded-For` lines; undefined unless a trusted proxy sent the request. */
  forwardedFor: string | undefined
}

/**
 * The address of the client: the last one in the `X-Forwarded-For` lines that no trusted proxy has. A proxy appends the address it
 * was called from, so all items before that one may be the client's invention.
 */
export const clientAddress = ({ remoteIp, forwardedFor }: Connection, isTrusted: IsTrustedProxy): string => {
  if (forwardedFor === undefined) return remoteIp
  const incoming = { socket: { remoteAddress: remoteIp }, headers: { 'x-forwarded-for': forwardedFor } }
  const addresses = proxyAddr.all(incoming as unknown as IncomingMessage, isTrusted)
  return addresses.map(addressIn).findLast(address => address !== undefined) ?? remoteIp
}
