import type { Incoming } from './httpMessages.ts'

/** Names of the DNS have up to 253 characters. Node keeps the host of an HTTP/2 request for as long as the request is open. */
const maxHostLength = 300

const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length

/** Returns the host of a request; undefined if it has none, or an HTTP/2 request repeats it with another value. */
function hostOf({ headers, stream }: Incoming): string | undefined {
  const authority = stream && headers[':authority']
  return authority === undefined || headers.host === undefined || headers.host === authority
    ? (headers.host ?? authority?.toString())
    : undefined
}

/**
 * Whether a request has a valid target and exactly one valid host. Checked here instead of in Node, whose error response has
 * another format. If a request has two hosts, a proxy and Node can disagree about which of them counts.
 */
export function hasValidHost(incoming: Incoming): boolean {
  if (countHosts(incoming.rawHeaders) > 1) return false
  const host = hostOf(incoming)
  if (host === undefined) return incoming.httpVersion === '1.0'
  return host.length <= maxHostLength && !/[\s\\/?#@<>"{}|^`]/.test(host) && !incoming.url?.includes('\\')
}
