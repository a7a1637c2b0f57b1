import { randomInt } from 'node:crypto'
import { type Collection, parseSort } from '@coffer/schema'
import { jsonReply } from '../../messages/ApiReply.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { selectRecords } from '../../query/select/selectRecords.ts'
import { columnsToShow } from '../../records/serialization/columnsToShow.ts'
import { serializeRows } from '../../records/serialization/serializeRecords.ts'
import { assertNotAdminOnly, conditionsOf, isOpenToAll, visibilityFor } from '../../rules/conditions.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call, Endpoint } from '../contract.ts'
import { offsetOf, readPaging } from '../paging.ts'
import { parameter } from '../parameter.ts'
import { assertPublicQuery, assertQueryLength } from './assertAllowedQuery.ts'
import { getCollection } from './getCollection.ts'
import { RecordPage } from './RecordPage.ts'

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
