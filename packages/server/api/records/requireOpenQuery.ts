import { badRequest, forbidden } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Requester } from '../../rules/Requester.ts'
import { parameter } from '../paging.ts'

/** Bytes of a query string beside its filter: the limit of the last releases of PocketBase 0.22. */
const maxQueryBytes = 2048

/** Bytes of a filter. PocketBase's own dashboard joins 100 comparisons of ids, which take about 3,200. */
const maxFilterBytes = 4096

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

/** @throws ApiError 400 when the filter, or the query string beside it, is too long */
export const requireShortQuery = ({ query }: ApiRequest): void => {
  const filters = query.filter(([name]) => name === 'filter')
  const others = query.filter(([name]) => name !== 'filter')
  if (canonicalLength(others) > maxQueryBytes) throw badRequest('Query string is too large.')
  if (canonicalLength(filters) > maxFilterBytes)
    throw badRequest(`The filter is longer than ${maxFilterBytes} bytes once encoded. Split it over several requests.`)
}
