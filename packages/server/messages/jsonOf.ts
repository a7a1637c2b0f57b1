import type { JsonText } from './ApiReply.ts'

/** Joins JSON that is in parts. */
export const joinJson = (json: JsonText): string | Uint8Array<ArrayBuffer> =>
  typeof json === 'string' || json instanceof Uint8Array ? json : json.join('')

/** Returns JSON as text. */
export const jsonOf = (json: JsonText): string => {
  const joined = joinJson(json)
  return typeof joined === 'string' ? joined : new TextDecoder().decode(joined)
}
