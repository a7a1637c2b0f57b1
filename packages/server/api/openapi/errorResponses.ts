import type { ApiDialect } from '../../messages/dialects.ts'
import { ref } from './schemas/objectSchema.ts'

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid, or cannot be carried out. `data` names invalid keys of the body.',
  401: 'The token is missing or invalid.',
  403: 'The requester is not allowed to do this.',
  404: 'Not found, or hidden from the requester.',
  412: 'The collection was changed since it was read.',
  413: 'The body is too large.',
  416: 'The file does not have the requested range.',
  429: 'Too many attempts. Try again after the seconds of `Retry-After`.',
  503: 'The server is busy, or accepts no changes. Try again later.',
  507: 'The disk of the server is full.',
}

/** Returns what an error status means. */
export function describeError(status: number): string {
  return descriptions[status] ?? ''
}

const hasDelay = (status: number): boolean => status === 429 || status === 503

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } }

/** Returns the name of the response with an error status. The body depends on the dialect. */
export function errorResponseName(status: number, dialect: ApiDialect | undefined): string {
  return dialect === 'today' ? `today${status}` : String(status)
}

const responsesOf = (dialect: ApiDialect, schema: string) =>
  Object.entries(descriptions).map(([status, description]) => {
    const response = {
      description,
      ...(hasDelay(Number(status)) && { headers: retryAfter }),
      content: status === '416' ? { 'text/plain': {} } : { 'application/json': { schema: ref(schema) } },
    }
    return [errorResponseName(Number(status), dialect), response] as const
  })

/** The error responses that operations refer to, by name. */
export const errorResponses = Object.fromEntries([...responsesOf('v022', 'Error'), ...responsesOf('today', 'TodayError')])
