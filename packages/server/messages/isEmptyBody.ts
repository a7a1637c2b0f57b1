import type { Body } from './ApiRequest.ts'

/** Returns whether a request has no body or an empty one. Some clients send `{}` instead of nothing. */
export const isEmptyBody = (body: Body): boolean =>
  body.kind === 'none' || (body.kind === 'json' && (body.text === '{}' || body.text === ''))
