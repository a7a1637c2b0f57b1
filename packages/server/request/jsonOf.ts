import type { ApiReply } from './ApiReply.ts'

/** The JSON text of a reply that has some. */
export const jsonOf = (json: NonNullable<ApiReply['json']>): string => (typeof json === 'string' ? json : json.join(''))
