import type { Requester } from '../../auth/Requester.ts'
import { badRequest, forbidden } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import { parameter } from '../paging.ts'

const longestQuery = 2048

/** The length of a text in an address: letters, digits, `-_.~` and blanks take one byte, every byte of others takes three. */
const encodedLength = (text: string): number => {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (Buffer.byteLength(text) - plain) * 3
}

/** How long the query string would be if it were written anew. */
const canonicalLength = (query: ApiRequest['query']): number =>
  query.reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)

/**
 * Keeps what only administrators may ask out of the filter and sort of others.
 * @throws ApiError 403 for `@collection.` and `@request.`
 */
export const requireOpenQuery = (request: ApiRequest, requester: Requester): void => {
  if (requester.kind === 'admin') return
  for (const name of ['filter', 'sort']) {
    const text = parameter(request, name) ?? ''
    for (const restricted of ['@collection.', '@request.']) {
      if (text.includes(restricted)) throw forbidden(`Only admins can filter by ${restricted}`)
    }
  }
}

/** @throws ApiError 400 when the query string is longer than 2048 bytes */
export const requireShortQuery = (request: ApiRequest): void => {
  if (canonicalLength(request.query) > longestQuery) throw badRequest('Query string is too large.')
}
