import type { AllowOrigin } from './cors.ts'

export type Headers = Readonly<Record<string, string>>

/** On every answer, errors included. */
const always: Headers = {
  Vary: 'Origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
}

const json: Headers = { ...always, 'Content-Type': 'application/json; charset=UTF-8' }

const withOrigin = (headers: Headers, origin: string | undefined, allow: AllowOrigin): Headers => {
  const allowed = origin ? allow(origin) : undefined
  return allowed === undefined ? headers : { ...headers, 'Access-Control-Allow-Origin': allowed }
}

/** The headers of any answer to a request from this origin. */
export const commonHeaders = (origin: string | undefined, allow: AllowOrigin): Headers => withOrigin(always, origin, allow)

/** The headers of a JSON answer to a request from this origin. */
export const jsonHeaders = (origin: string | undefined, allow: AllowOrigin): Headers => withOrigin(json, origin, allow)

/** The headers of the answer to a preflight: only for an allowed origin it says more than others. */
export const preflightHeaders = (origin: string | undefined, asked: string | undefined, allow: AllowOrigin): Headers => {
  const headers = commonHeaders(origin, allow)
  if (!('Access-Control-Allow-Origin' in headers)) return headers
  return {
    ...headers,
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    ...(asked ? { 'Access-Control-Allow-Headers': asked } : {}),
  }
}
