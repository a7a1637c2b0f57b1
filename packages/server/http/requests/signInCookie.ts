import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readCookie } from '../../messages/cookies.ts'
import { hostOf, isLocalName } from '../../messages/sameOrigin.ts'
import type { SignInFlow } from '../../realtime/SignInFlow.ts'

/** Seconds for which a browser may take to come back from the provider. */
const maxAge = 15 * 60

const isSecure = ({ application }: SignInFlow): boolean => application.startsWith('https:')

/** One cookie for each flow, as several may run in one browser. Only this very host can set a cookie with the prefix `__Host-`. */
const nameOf = (clientId: string, flow: SignInFlow): string =>
  `${isSecure(flow) ? '__Host-' : ''}coffer-oauth2-${clientId.slice(0, 12)}`

const cookie = (clientId: string, flow: SignInFlow, value: string, age: number): string =>
  `${nameOf(clientId, flow)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure(flow) ? '; Secure' : ''}`

/** The `Set-Cookie` header by which the browser that starts a flow is known again; undefined where it would not keep it. */
export const signInCookie = (clientId: string, flow: SignInFlow): string | undefined =>
  flow.browserKey === undefined ? undefined : cookie(clientId, flow, flow.browserKey, maxAge)

/** The `Set-Cookie` header that removes the cookie. */
export const endedSignInCookie = (clientId: string, flow: SignInFlow): string => cookie(clientId, flow, '', 0)

/** Whether a request comes from the browser that started a flow. */
export const isSameBrowser = (headers: ApiRequest['headers'], clientId: string, flow: SignInFlow): boolean => {
  // Over HTTPS, only a cookie with the prefix counts: another subdomain can set any other. Browsers send `Sec-Fetch-Site` there.
  const mayBeForged = !isSecure(flow) && headers['sec-fetch-site'] !== undefined
  if (mayBeForged && !isLocalName(hostOf(headers)?.hostname ?? '')) return false
  return flow.isStartedBy(readCookie(headers, nameOf(clientId, flow)))
}
