import { badRequest, forbidden } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Requester } from '../../rules/Requester.ts'
import { parameter } from '../parameter.ts'

/** Maximum bytes of the query string without its filter, as in the last releases of PocketBase 0.22. */
const maxQueryBytes = 2048

/** Maximum bytes of a filter. PocketBase's own dashboard joins 100 id comparisons, which take about 3,200 bytes. */
const maxFilterBytes = 4096

/** Returns the encoded length of a text in a URL: letters, digits, `-_.~` and spaces take one byte, any other byte takes three. */
const encodedLength = (text: string): number => {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (Buffer.byteLength(text) - plain) * 3
}

/** Returns the length of the re-encoded query string. */
const canonicalLength = (query: ApiRequest['query']): number =>
  query.reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)

/**
 * Rejects admin-only names in the filter and sort of other requesters.
 * @throws ApiError 403 for `@collection.` and `@request.`
 */
export const assertPublicQuery = (request: ApiRequest, requester: Requester): void => {
  if (requester.kind === 'admin') return
  for (const name of ['filter', 'sort']) {
    const text = parameter(request, name) ?? ''
    for (const restricted of ['@collection.', '@request.']) {
      if (text.includes(restricted)) throw forbidden(`Only admins can filter by ${restricted}`)
    }
  }
}

/** @throws ApiError 400 if the filter or the rest of the query string is too long */
export const assertQueryLength = ({ query }: ApiRequest): void => {
  const filters = query.filter(([name]) => name === 'filter')
  const others = query.filter(([name]) => name !== 'filter')
  if (canonicalLength(others) > maxQueryBytes) throw badRequest('Query string is too large.')
  if (canonicalLength(filters) > maxFilterBytes)
    throw badRequest(`The filter is longer than ${maxFilterBytes} bytes once encoded. Split it over several requests.`)
}
