import { isIP } from 'node:net'
import type { ApiRequest } from './ApiRequest.ts'

type Headers = ApiRequest['headers']

/** Headers for private responses, such as tokens, protected files and backups, so that no browser or proxy stores them. */
export const noStore = { 'Cache-Control': 'private, no-store' } as const

/** Returns the value of a cookie, if it is set. */
export const readCookie = ({ cookie }: Headers, name: string): string | undefined =>
  cookie
    ?.split(/; */)
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Returns the file token that the dashboard stores as a cookie, since images are requested without an `Authorization` header. It only
 * identifies the requester for the log and grants no access.
 */
export const readFileCookie = (headers: Headers): string | undefined => readCookie(headers, 'coffer-file-token')

/** Parses the `Host` header; null if it is missing or invalid. */
export const hostOf = ({ host }: Headers): URL | null => URL.parse(`http://${host}`)

/** Returns whether a host name is `localhost` or an IP address, so that no foreign DNS server can make it point to this machine. */
export const isLocalName = (hostname: string): boolean => hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0

/** Returns whether a browser reports the request as same-origin. Programs other than browsers can send these headers, too. */
export const isSameOrigin = (headers: Headers): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  const own = hostOf(headers)
  return own !== null && URL.parse(origin ?? '')?.host === own.host
}
