import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Bytes of an IPv6 network prefix (/64). Providers assign a whole network to one customer. */
const networkBytes = 8

/** Returns the /64 network of an IPv6 address in hexadecimal, and an IPv4 address unchanged. */
export const networkOf = (address: string): string => {
  // Parsing takes 2 µs for each request with a body, so IPv4 addresses skip it.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray()).toString('hex', 0, networkBytes)
}
