import type { Body } from './ApiRequest.ts'

/** Whether a request has no body or an empty one. Some clients send `{}` where others send nothing. */
export const isEmptyBody = (body: Body): boolean =>
  body.kind === 'none' || (body.kind === 'json' && (body.text === '{}' || body.text === ''))
