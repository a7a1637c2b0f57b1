import { isIP } from 'node:net'
import type { ApiRequest } from './ApiRequest.ts'

type Headers = ApiRequest['headers']

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
