import { isIP } from 'node:net'
import type { ApiRequest } from './ApiRequest.ts'

type Headers = ApiRequest['headers']

/** The host that a request names, parsed; null when it names none. */
export const hostOf = ({ host }: Headers): URL | null => URL.parse(`http://${host}`)

/** Whether no DNS server of somebody else can let the host name lead to this machine: `localhost` and IP addresses. */
export const isLocalName = (hostname: string): boolean => hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0

/** Whether a browser says that a page of this server's own origin made the request. Programs other than browsers can claim it, too. */
export const isSameOrigin = (headers: Headers): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  const own = hostOf(headers)
  return own !== null && URL.parse(origin ?? '')?.host === own.host
}
