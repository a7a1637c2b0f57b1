import type { ApiReply } from './ApiReply.ts'

/** The JSON text of a reply; undefined for an empty answer. */
export const jsonOf = ({ json }: Pick<ApiReply, 'json'>): string | undefined =>
  json === undefined || typeof json === 'string' ? json : json.join('')
