import type { Incoming } from './httpMessages.ts'

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
  return host === undefined ? incoming.httpVersion === '1.0' : !/[\s\\/?#@<>"{}|^`]/.test(host) && !incoming.url?.includes('\\')
}
