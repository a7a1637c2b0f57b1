import { randomInt } from 'node:crypto'
import { type Collection, parseSort } from '@coffer/schema'
import { badRequest, forbidden } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { selectRecords } from '../../query/select/selectRecords.ts'
import { columnsToShow } from '../../records/serialization/columnsToShow.ts'
import { serializeRows } from '../../records/serialization/serializeRecords.ts'
import { assertNotAdminOnly, conditionsOf, isOpenToAll, visibilityFor } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call, Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { RecordPage } from '../pages.ts'
import { listParameters, offsetOf, parameter, readPaging } from '../parameters.ts'

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
const assertPublicQuery = (request: ApiRequest, requester: Requester): void => {
  if (requester.kind === 'admin') return
  for (const name of ['filter', 'sort']) {
    const text = parameter(request, name) ?? ''
    for (const restricted of ['@collection.', '@request.']) {
      if (text.includes(restricted)) throw forbidden(`Only admins can filter by ${restricted}`)
    }
  }
}

/** @throws ApiError 400 if the filter or the rest of the query string is too long */
const assertQueryLength = ({ query }: ApiRequest): void => {
  const filters = query.filter(([name]) => name === 'filter')
  const others = query.filter(([name]) => name !== 'filter')
  if (canonicalLength(others) > maxQueryBytes) throw badRequest('Query string is too large.')
  if (canonicalLength(filters) > maxFilterBytes)
    throw badRequest(`The filter is longer than ${maxFilterBytes} bytes once encoded. Split it over several requests.`)
}

/** Returns a deadline in one to two times `milliseconds`, rounded so that caches with the deadline in their keys can be reused. */
const deadlineIn = (milliseconds: number): number => Math.ceil(performance.now() / milliseconds + 1) * milliseconds

/** Maximum delay of an empty response in milliseconds. */
const maxPauseMs = 100

/**
 * Whether the duration of an empty response could reveal records that list rules hide: the client filters collections of which the
 * requester can see only some records.
 */
const couldProbe = ({ request, requester }: Call, collections: readonly Collection[]): boolean =>
  requester.kind !== 'admin' &&
  request.query.find(([key]) => key === 'filter')?.[1] !== '' &&
  !collections.every(collection => isOpenToAll(collection, 'list'))

/** Lists the requested records that the requester can see, in pages. */
export const listRecords: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/records',
  operation: {
    id: 'list{}Records',
    summary: 'List records',
    of: 'all',
    rule: 'list',
    query: [...listParameters, 'expand', 'fields'],
    returns: '{}RecordPage',
    errors: [403],
  },
  runs: 'reads',
  caches: 'response',
  handle: async call => {
    const { app, request, requester } = call
    const collection = await getCollection(call)
    assertPublicQuery(request, requester)
    assertNotAdminOnly(collection, 'list', requester)
    assertQueryLength(request)
    const paging = readPaging(request)
    const lookup = { catalog: await app.catalog(), request: requestValues(request, requester), rows: app.rows }
    const visibility = visibilityFor(requester, app.config)
    const rules = conditionsOf(collection, 'list', requester)
    const filter = parameter(request, 'filter')
    const sort = parameter(request, 'sort')
    const query = compileQuery({
      collection,
      ...lookup,
      // By then the pool has already responded, but only this stops the running SQLite statement.
      deadline: deadlineIn(app.config.queryTimeout * 1000),
      conditions: filter === undefined ? rules : [...rules, { filter: readFilter(filter), ...visibility }],
      ...(sort === undefined ? {} : { sort: { items: parseSort(sort), ...visibility } }),
    })
    const expand = parameter(request, 'expand')
    const columns = columnsToShow(collection, parameter(request, 'fields'), expand)
    const rows = await selectRecords(app.db, query, { columns, limit: paging.perPage, offset: offsetOf(paging) })
    const total = paging.skipTotal ? undefined : await app.counts.count(app.db, query)
    const records = await serializeRows(app.db, collection, rows, requester, lookup, expand)
    const isPaused = rows.length === 0 && couldProbe(call, [collection, ...query.joined])
    return jsonReply(new RecordPage(paging, total, records), isPaused ? { pauseMs: randomInt(maxPauseMs) } : {})
  },
}
