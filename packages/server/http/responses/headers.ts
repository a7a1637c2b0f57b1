import type { AllowOrigin } from './cors.ts'

export type Headers = Readonly<Record<string, string>>

/** Headers of every response, including errors. */
const always: Headers = {
  Vary: 'Origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
}

const json: Headers = { ...always, 'Content-Type': 'application/json; charset=UTF-8' }

function withOrigin(headers: Headers, origin: string | undefined, allow: AllowOrigin): Headers {
  const allowed = origin ? allow(origin) : undefined
  return allowed === undefined ? headers : { ...headers, 'Access-Control-Allow-Origin': allowed }
}

/** Returns the headers that every response to a request from this origin has. */
export function commonHeaders(origin: string | undefined, allow: AllowOrigin): Headers {
  return withOrigin(always, origin, allow)
}

/** Returns the headers of a JSON response to a request from this origin. */
export function jsonHeaders(origin: string | undefined, allow: AllowOrigin): Headers {
  return withOrigin(json, origin, allow)
}

/** Returns the headers of the response to a preflight request: the CORS headers only if the origin is allowed. */
export function preflightHeaders(origin: string | undefined, requested: string | undefined, allow: AllowOrigin): Headers {
  const headers = commonHeaders(origin, allow)
  if (!('Access-Control-Allow-Origin' in headers)) return headers
  return {
    ...headers,
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    ...(requested ? { 'Access-Control-Allow-Headers': requested } : {}),
  }
}

/** Whether an `Accept-Encoding` header accepts an encoding by name. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  return header !== undefined && new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|,|$)`).test(header)
}
