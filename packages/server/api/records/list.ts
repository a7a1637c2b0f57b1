import { randomInt } from 'node:crypto'
import { type Collection, parseSort } from '@coffer/schema'
import { deadlineIn } from '../../db/deadlines.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { selectRecords } from '../../query/select/selectRecords.ts'
import { columnsToShow } from '../../records/serialization/columnsToShow.ts'
import { presentRows } from '../../records/serialization/presentRecords.ts'
import { conditionsOf, isOpenToAll, requireChance, visibilityFor } from '../../rules/conditions.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call, Endpoint } from '../contract.ts'
import { offsetOf, parameter, RecordPage, readPaging } from '../paging.ts'
import { findCollection } from './findCollection.ts'
import { requireOpenQuery, requireShortQuery } from './requireOpenQuery.ts'

/** Milliseconds at most by which an empty answer is held back. */
const longestPause = 100

/**
 * Whether the time of an empty answer could tell what list rules hide: a filter of the client's own over collections of which the
 * requester sees only some records.
 */
const couldProbe = ({ request, requester }: Call, collections: readonly Collection[]): boolean =>
  requester.kind !== 'admin' &&
  request.query.find(([key]) => key === 'filter')?.[1] !== '' &&
  !collections.every(collection => isOpenToAll(collection, 'list'))

/** The records that the requester may see and asks for, page by page. */
export const listRecords: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/records',
  runs: 'reads',
  keeps: 'answer',
  handle: async call => {
    const { app, request, requester } = call
    const collection = await findCollection(call)
    requireOpenQuery(request, requester)
    requireChance(collection, 'list', requester)
    requireShortQuery(request)
    const paging = readPaging(request)
    const lookup = { catalog: await app.catalog(), request: requestValues(request, requester), rows: app.rows }
    const visibility = visibilityFor(requester, app.config)
    const rules = conditionsOf(collection, 'list', requester)
    const filter = parameter(request, 'filter')
    const sort = parameter(request, 'sort')
    const query = compileQuery({
      collection,
      ...lookup,
      // The pool has long answered by then; but nothing else ends what SQLite is at.
      deadline: deadlineIn(app.config.queryTimeout * 1000),
      conditions: filter === undefined ? rules : [...rules, { filter: readFilter(filter), ...visibility }],
      ...(sort === undefined ? {} : { sort: { items: parseSort(sort), ...visibility } }),
    })
    const expand = parameter(request, 'expand')
    const columns = columnsToShow(collection, parameter(request, 'fields'), expand)
    const rows = await selectRecords(app.db, query, { columns, limit: paging.perPage, offset: offsetOf(paging) })
    const total = paging.skipTotal ? undefined : await app.counts.count(app.db, query)
    const records = await presentRows(app.db, collection, rows, requester, lookup, expand)
    const json = new RecordPage(paging, total, records)
    return rows.length === 0 && couldProbe(call, [collection, ...query.joined])
      ? { json, pause: randomInt(longestPause) }
      : { json }
  },
}
