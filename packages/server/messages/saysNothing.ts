import type { Body } from './ApiRequest.ts'

/** Whether a body is none, or has nothing in it, as some clients send it where another would send none. */
export const saysNothing = (body: Body): boolean =>
  body.kind === 'none' || (body.kind === 'json' && (body.text === '{}' || body.text === ''))
