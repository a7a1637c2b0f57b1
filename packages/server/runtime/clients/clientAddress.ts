import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'
import { messageOf } from '../../errors/inspectError.ts'

/** The addresses from which a request came: of the socket, and all `X-Forwarded-For` lines if a trusted proxy sent them. */
export interface Sender {
  remoteIp: string
  forwardedFor?: string | undefined
}

/** Whether an address belongs to a trusted proxy. Forwarding headers from other addresses are ignored. */
export type IsTrustedProxy = (address: string) => boolean

const portPattern = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/

/** Parses and normalizes the address in a list item. Some proxies add a port: `1.2.3.4:567`, `[::1]:80`. */
function parseItem(item: string): string | undefined {
  const [, ipv4, ipv6] = portPattern.exec(item) ?? []
  const address = ipv4 ?? ipv6 ?? item
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

function compile(list: readonly string[]) {
  try {
    return proxyAddr.compile([...list])
  } catch (error) {
    const reason = messageOf(error)
    const advice = 'Use addresses, networks such as 10.0.0.0/8, or the names loopback, linklocal and uniquelocal.'
    throw new Error(`--trustedProxies contains an ${reason}. ${advice}`, { cause: error })
  }
}

/**
 * Compiles a list of addresses, networks in CIDR notation and the names `loopback`, `linklocal` and `uniquelocal`.
 * @throws Error with a message for the command line when an item is invalid
 */
export function trustProxies(list: readonly string[]): IsTrustedProxy {
  const isTrusted = compile(list)
  // Nearly all requests come from one proxy. Parsing its address takes 2 µs each time; a whole cached response takes only 10 µs.
  let last = { item: '', isTrusted: false }
  return item => {
    if (item === last.item) return last.isTrusted
    const address = parseItem(item)
    last = { item, isTrusted: address !== undefined && isTrusted(address, 0) }
    return last.isTrusted
  }
}

/**
 * Returns the address of the client: the last address in the `X-Forwarded-For` lines that is not a trusted proxy. Each proxy
 * appends the address of its caller, so a client can forge all items before that address.
 */
export function clientAddress({ remoteIp, forwardedFor }: Sender, isTrusted: IsTrustedProxy): string {
  if (forwardedFor === undefined) return remoteIp
  const incoming = { socket: { remoteAddress: remoteIp }, headers: { 'x-forwarded-for': forwardedFor } }
  const addresses = proxyAddr.all(incoming as unknown as IncomingMessage, isTrusted)
  return addresses.map(parseItem).findLast(address => address !== undefined) ?? remoteIp
}
