import { randomInt } from 'node:crypto'
import { type Collection, type Leaf, leavesOf, newerName, operandsOf, requestBodyName } from '@coffer/schema'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { QueryError } from '../../query/operands/QueryError.ts'
import { assertListable, readRecords } from '../../records/readRecords.ts'
import { readRecord } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { isOpenToAll } from '../../records/rules/conditions.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { RecordPage } from '../pages.ts'
import { listParameters, offsetOf, parameter, readPaging } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { callAround, recordValue } from '../scriptEvents.ts'
import { assertListLimits } from '../today/records/assertListLimits.ts'
import { serializeRecords } from '../v022/write/SerializedRecord.ts'
import { callHooks, hasHook } from './hooks.ts'

/** Maximum bytes of the query string without its filter, as in the last releases of PocketBase 0.22. */
const maxQueryBytes = 2048

/** Maximum bytes of a filter. PocketBase's own dashboard joins 100 id comparisons, which take about 3,200 bytes. */
const maxFilterBytes = 4096

/** Returns the encoded length of a text in a URL: letters, digits, `-_.~` and spaces take one byte, any other byte takes three. */
function encodedLength(text: string): number {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (Buffer.byteLength(text) - plain) * 3
}

/** Returns the length of the re-encoded query string. */
const canonicalLength = (query: ApiRequest['query']): number =>
  query.reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)

/** Whether the re-encoded query string has more bytes. Each byte becomes at most three, so a short query needs no closer look. */
function isLongerThan(maxBytes: number, query: ApiRequest['query']): boolean {
  const bytes = query.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 2, -1)
  return bytes * 3 > maxBytes && canonicalLength(query) > maxBytes
}

/** @throws Rejection if the filter or the rest of the query string is too long */
function assertQueryLength({ query }: ApiRequest): void {
  const filters = query.filter(([name]) => name === 'filter')
  const others = query.filter(([name]) => name !== 'filter')
  if (isLongerThan(maxQueryBytes, others)) throw new Rejection('invalid', { message: 'Query string is too large.' })
  if (isLongerThan(maxFilterBytes, filters))
    throw new Rejection('invalid', {
      message: `The filter is longer than ${maxFilterBytes} bytes once encoded. Split it over several requests.`,
    })
}

/**
 * Rejects names and functions that PocketBase 0.23 and later added to filters. Admins can use them, as in rules, except for
 * `@request.body`: a list has no body.
 * @throws QueryError at the name, FilterError if the syntax is wrong
 */
function assertFormerNames(filter: string | undefined, isAdmin: boolean): void {
  if (filter === undefined || filter === '') return
  const isNewer = (leaf: Leaf) =>
    leaf.kind === 'identifier' && (requestBodyName.test(leaf.name) || (!isAdmin && newerName.test(leaf.name)))
  for (const operand of operandsOf(readFilter(filter))) {
    const found = operand.kind === 'call' && !isAdmin ? operand : leavesOf(operand).find(isNewer)
    if (!found) continue
    const { start, end } = found.span
    throw new QueryError(
      `"${filter.slice(start, end)}" is of PocketBase 0.23 and later. Send the request to an address that begins with /today.`,
      found.span,
    )
  }
}

/** Maximum delay of an empty response in milliseconds. */
const maxPauseMs = 100

/**
 * Whether the duration of an empty response could reveal records that list rules hide: the requester can see only some records of the
 * collections. A request without a filter counts, too; one with an empty filter does not.
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
  caches: true,
  steps: inReader(async call => {
    const { app, request, requester, allowsLarge } = call
    const collection = getCollection(call)
    const actor = createActor(requester, request)
    const conditions = { filter: parameter(request, 'filter'), sort: parameter(request, 'sort') }
    assertListable(actor, collection, conditions)
    if (request.dialect === 'today') assertListLimits(conditions.filter, conditions.sort)
    else {
      assertQueryLength(request)
      assertFormerNames(conditions.filter, requester.kind === 'admin')
    }
    if (hasHook(call, collection, 'list'))
      return callHooks(call, collection, 'list', { query: Object.fromEntries(request.query) })
    const narrowing = request.hooked?.filter ?? ''
    const paging = readPaging(request)
    const { records, total, joined } = await readRecords(app, actor, collection, {
      ...conditions,
      narrowing,
      limit: paging.perPage,
      offset: offsetOf(paging),
      isCounted: !paging.skipTotal,
      expand: parameter(request, 'expand'),
      fields: parameter(request, 'fields'),
      allowsLarge,
      isNewer: request.dialect === 'today',
    })
    const isPaused = records.length === 0 && (narrowing !== '' || couldProbe(call, [collection, ...joined]))
    const readIds = () => records.map(({ row }) => String(readRecord(collection, row).values.id))
    const reply = jsonReply(new RecordPage(paging, total, serializeRecords(records), readIds), {
      records: records.length,
      ...(isPaused && { pauseMs: randomInt(maxPauseMs) }),
    })
    return callAround(call, ['onRecordsListRequest'], reply, () => {
      const items = records.map(({ row }) => recordValue(readRecord(collection, row)))
      return { collection, values: { records: { kind: 'list', items } }, answer: { is: 'page', of: 'records' } }
    })
  }),
}
