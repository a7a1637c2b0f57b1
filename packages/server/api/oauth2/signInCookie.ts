import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { hostOf, isLocalName, readCookie } from '../../messages/headers.ts'
import { isStartedBy, type SignInView } from '../../realtime/SignInFlow.ts'

/** Seconds that a browser has to return from the provider. */
const maxAgeSeconds = 15 * 60

const isSecure = ({ application }: SignInView): boolean => application.startsWith('https:')

/** Each flow has its own cookie, since a browser can run several. Only this host can set a cookie with the prefix `__Host-`. */
const nameOf = (clientId: string, flow: SignInView): string =>
  `${isSecure(flow) ? '__Host-' : ''}coffer-oauth2-${clientId.slice(0, 12)}`

const cookie = (clientId: string, flow: SignInView, value: string, age: number): string =>
  `${nameOf(clientId, flow)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure(flow) ? '; Secure' : ''}`

/** Returns the `Set-Cookie` header that identifies the browser of a flow, or undefined if the browser would not store it. */
export function signInCookie(clientId: string, flow: SignInView): string | undefined {
  return flow.browserKey === undefined ? undefined : cookie(clientId, flow, flow.browserKey, maxAgeSeconds)
}

/** Returns the `Set-Cookie` header that removes the cookie. */
export function endedSignInCookie(clientId: string, flow: SignInView): string {
  return cookie(clientId, flow, '', 0)
}

/** Whether a request comes from the browser that started the flow. */
export function isSameBrowser(headers: ApiRequest['headers'], clientId: string, flow: SignInView): boolean {
  // A cookie without the `__Host-` prefix can be set by another subdomain, so it is not accepted over HTTPS. Browsers send
  // `Sec-Fetch-Site` only over HTTPS and to local hosts.
  const canBeForged = !isSecure(flow) && headers['sec-fetch-site'] !== undefined
  if (canBeForged && !isLocalName(hostOf(headers)?.hostname ?? '')) return false
  return isStartedBy(flow, readCookie(headers, nameOf(clientId, flow)))
}
