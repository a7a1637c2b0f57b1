import { isIP } from 'node:net'
import type { ApiRequest } from './ApiRequest.ts'

type Headers = ApiRequest['headers']

/** Headers for private responses, such as tokens, protected files and backups, so that no browser or proxy stores them. */
export const noStore = { 'Cache-Control': 'private, no-store' } as const

/** Returns the value of a cookie, if it is set. */
export function readCookie({ cookie }: Headers, name: string): string | undefined {
  return cookie
    ?.split(/; */)
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/**
 * Returns the file token that the dashboard stores as a cookie, since images are requested without an `Authorization` header. It only
 * identifies the requester for the log and grants no access.
 */
export function readFileCookie(headers: Headers): string | undefined {
  return readCookie(headers, 'coffer-file-token')
}

/** Parses the `Host` header; null if it is missing or invalid. */
export function hostOf({ host }: Headers): URL | null {
  return URL.parse(`http://${host}`)
}

/** Returns whether a host name is `localhost` or an IP address, so that no foreign DNS server can make it point to this machine. */
export function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
}

/**
 * Returns whether a request comes from a page of this server, by its own headers: the host of `Origin` is `Host`, and
 * `Sec-Fetch-Site`, which browsers send over HTTPS and to local hosts, does not contradict it. Programs other than browsers can send
 * any headers, so a positive result says something only about the browser that receives the response.
 */
export function isSameOrigin(headers: Headers): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const own = hostOf(headers)
  return (site ?? 'same-origin') === 'same-origin' && own !== null && URL.parse(origin ?? '')?.host === own.host
}
