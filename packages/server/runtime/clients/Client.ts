import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Groups of an IPv6 network prefix (/64). Providers assign a whole network to one customer. */
const networkGroups = 4

/** Returns the /64 network of an IPv6 address, such as `2001:db8:0:1::/64`, and an IPv4 address unchanged. */
export function networkOf(address: string): string {
  // Parsing takes 2 µs for each request with a body, so IPv4 addresses skip it.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, networkGroups).map(group => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** A client that the server limits. All requests from one network count together, and so do all requests of one user. */
export interface Client {
  /** An IPv4 address, or the /64 network of an IPv6 address; see `networkOf`. */
  address: string
  /** The signed-in user, such as `users/u1a2b3c4d5e6f7g`; absent for guests and before the request is authenticated. */
  user?: string
}

/** Returns the name under which usage of a user is counted. */
export function nameOfUser(user: string): string {
  return `user ${user}`
}

/** Returns the names under which usage of a client is counted. */
export function namesOf({ address, user }: Client): string[] {
  return user === undefined ? [address] : [address, nameOfUser(user)]
}
