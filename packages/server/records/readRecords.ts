import { type Collection, parseSort } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { Condition } from '../query/compile/Condition.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import type { CountCache } from '../query/select/CountCache.ts'
import { selectCounted } from '../query/select/selectCounted.ts'
import { selectRecords } from '../query/select/selectRecords.ts'
import { getAllowedRow } from './access/findAllowed.ts'
import type { RecordsContext } from './RecordsContext.ts'
import type { RowCache } from './rows/RowCache.ts'
import type { Actor } from './rules/Actor.ts'
import { assertNotAdminOnly, conditionsOf, visibilityFor } from './rules/conditions.ts'
import { columnsToShow } from './visible/columnsToShow.ts'
import { showRows } from './visible/showRecords.ts'
import type { VisibleRecord } from './visible/VisibleRecord.ts'

/** The parts of the app that reading records needs. */
export interface ReadContext extends Pick<RecordsContext, 'db' | 'catalog' | 'observeRule'> {
  config: Pick<Config, 'compatibleFilters' | 'queryTimeout'>
  counts: CountCache
  rows: RowCache
}

/** Which records to read, and what to show of them. */
export interface RecordQuery {
  filter?: string | undefined
  sort?: string | undefined
  /** A filter of the server that the records must also match, which reads hidden fields as rules do; '' for all. */
  narrowing?: string
  limit: number
  offset: number
  /** Whether to count all matching records. */
  isCounted: boolean
  /** Paths of relations whose records are included. */
  expand?: string | undefined
  /** Paths of the fields that are shown; by default all. */
  fields?: string | undefined
  /** See `Page`. */
  allowsLarge?: boolean | undefined
  /** Whether the filter and the sort are in the dialect of PocketBase 0.23 and later. */
  isNewer?: boolean
}

/** The records of a page that the actor can see. */
export interface ReadRecords {
  records: VisibleRecord[]
  /** Number of all matching records, if they were counted. */
  total: number | undefined
  /** Other collections that the filter or the sort reads. */
  joined: readonly Collection[]
}

/**
 * Asserts that the actor can list a collection, and uses no names in the filter and sort that only admins can use.
 * @throws Rejection `forbidden` otherwise
 */
export function assertListable(
  { requester }: Actor,
  collection: Collection,
  { filter = '', sort = '' }: Pick<RecordQuery, 'filter' | 'sort'>,
): void {
  if (requester.kind === 'admin') return
  for (const text of [filter, sort]) {
    for (const restricted of ['@collection.', '@request.']) {
      if (text.includes(restricted)) throw new Rejection('forbidden', { message: `Only admins can filter by ${restricted}` })
    }
  }
  assertNotAdminOnly(collection, 'list', requester)
}

/**
 * Reads a page of the records that meet the list rule and the filter.
 * @throws Rejection `forbidden` if the actor cannot list the collection; FilterError or QueryError for an invalid filter or sort
 */
export async function readRecords(
  app: ReadContext,
  actor: Actor,
  collection: Collection,
  { filter, sort, narrowing = '', limit, offset, isCounted, expand, fields, allowsLarge, isNewer = false }: RecordQuery,
): Promise<ReadRecords> {
  const { requester, values } = actor
  assertListable(actor, collection, { filter, sort })
  const lookup = { catalog: app.catalog, request: values, rows: app.rows, allowsLarge }
  const visibility = { ...visibilityFor(requester, app.config), emptyMatches: isNewer, sortsByInsertion: isNewer }
  const narrowed: Condition[] = narrowing === '' ? [] : [{ filter: readFilter(narrowing), allowHidden: true }]
  const rules = [...conditionsOf(collection, 'list', requester), ...narrowed]
  const query = compileQuery(app.db.dialect, {
    collection,
    ...lookup,
    // By then the pool has already responded, but only this stops the running SQLite statement.
    deadline: performance.now() + app.config.queryTimeout * 1000,
    conditions: filter === undefined ? rules : [...rules, { filter: readFilter(filter), ...visibility }],
    ...(sort === undefined ? {} : { sort: { items: parseSort(sort), ...visibility } }),
  })
  const page = { columns: columnsToShow(collection, fields, expand), limit, offset, allowsLarge }
  const { rows, total } = isCounted
    ? await selectCounted(app.db, app.counts, query, page)
    : { rows: await selectRecords(app.db, query, page), total: undefined }
  return { records: await showRows(app.db, collection, rows, requester, lookup, expand), total, joined: query.joined }
}

/**
 * Reads one record.
 * @throws Rejection `forbidden` when only admins can view the collection, `missing` when the actor can view no such record
 */
export async function viewRecord(
  app: ReadContext,
  { requester, values }: Actor,
  collection: Collection,
  id: string,
  { expand, allowsLarge }: Pick<RecordQuery, 'expand' | 'allowsLarge'> = {},
): Promise<VisibleRecord> {
  const lookup = { catalog: app.catalog, request: values, rows: app.rows, observeRule: app.observeRule, allowsLarge }
  const row = await getAllowedRow(app.db, collection, id, 'view', requester, lookup)
  const [record] = await showRows(app.db, collection, [row], requester, lookup, expand)
  if (!record) throw new Rejection('missing')
  return record
}
