import { fieldType, listTexts } from '@coffer/fields'
import type { Collection, ExpandTree } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { DatabaseError, isDatabaseError } from '../../db/DatabaseError.ts'
import { type Reader, type Row, TooLongError } from '../../db/engine.ts'
import type { Sql } from '../../db/sql.ts'
import { charactersIn, charactersInRows } from '../../runtime/charactersIn.ts'
import type { Condition } from '../compile/Condition.ts'
import { isUniqueColumn } from '../indexes/columnIndexes.ts'
import { findBackReference, findField } from '../operands/follow.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { LargeResponseError, largeResponseLength } from '../select/LargeResponseError.ts'
import { selectByIds } from '../select/selectRecords.ts'
import { findReferringIds } from './findReferringIds.ts'

/** A row with its expanded rows, by segment of the expand list. */
export interface ExpandedRow {
  collection: Collection
  row: Row
  /** Whether to show the email of an auth record that hides it. */
  showsEmail: boolean
  /** Whether to show hidden fields. */
  showsHidden: boolean
  /** Number of places in the response where the row would be written. */
  times: number
  expand: Map<string, ExpandedRow | ExpandedRow[]>
}

/** The dependencies of `expandRows`. */
export interface ExpandHost {
  reader: Reader
  catalog: Catalog
  request: RequestValues
  /** When to stop, as milliseconds of `performance.now()`. */
  deadline?: number
  /** Whether the response can be large. By default it can. */
  allowsLarge?: boolean | undefined
  /** Number of characters that the response has already, of earlier records. */
  earlierCharacters?: number
  /** Whether hidden fields are neither followed nor shown. */
  hidesFields: boolean
  /** Returns the columns to read, qualified with the collection's name. */
  columns: (collection: Collection) => Sql
  /** Returns the decoded value of a column of a row that was read with these columns. */
  value: (collection: Collection, row: Row, column: string) => unknown
  /** Returns the conditions that records must meet to be shown. Throws if no record of the collection can be shown. */
  conditions: (collection: Collection) => readonly Condition[]
  /** Returns rows that everyone can view: cached ones, and the others from `load`. */
  readCached: (collection: Collection, ids: string[], load: (ids: string[]) => Promise<Row[]>) => Promise<Row[]>
  /** Returns a function that tells whether to show the hidden email of a row. If it throws, the rows are not expanded. */
  showsEmail: (collection: Collection, rows: readonly Row[]) => Promise<(id: string) => boolean>
}

/** Maximum size of all records in one response. Relations that go back and forth multiply their records. */
const maxCharacters = 64 * 1024 * 1024
/** Size of a record without its text. */
const recordOverheadCharacters = 1024

/** The state of expanding one list. */
interface Expansion extends ExpandHost {
  /** Remaining characters. */
  room: number
  /** Characters that can still be read until the response is large. */
  unread: number
}

const sizeOf = (row: Row): number => recordOverheadCharacters + charactersIn(row)

/** The relation that a segment of an expand list refers to. */
interface Relation {
  target: Collection
  isSingle: boolean
  /** Returns the ids of the related records in order, for each row. */
  idsOf: (rows: readonly ExpandedRow[]) => Promise<Map<ExpandedRow, string[]>>
}

function findRelation(host: ExpandHost, collection: Collection, segment: string): Relation | undefined {
  const field = findField(host, collection, segment)
  const targetId = field && fieldType(field).refersTo?.(field.options)
  const target = targetId === undefined ? undefined : host.catalog.byId(targetId)
  if (!field || !target) return undefined
  return {
    target,
    isSingle: !fieldType(field).isMultiple(field.options),
    idsOf: async rows => new Map(rows.map(row => [row, listTexts(host.value(collection, row.row, field.name))])),
  }
}

/** Matches `comments_via_post` and the older form `comments(post)`. */
const backSegment = /^(\w+)_via_(\w+)$|^(\w+)\((\w+)\)$/

function findBackRelation(host: ExpandHost, collection: Collection, segment: string): Relation | undefined {
  const [, from, via, olderFrom = '', olderVia = ''] = backSegment.exec(segment) ?? []
  const back = findBackReference(host, collection, from ?? olderFrom, via ?? olderVia)
  if (!back) return undefined
  const { source, field } = back
  return {
    target: source,
    isSingle: !fieldType(field).isMultiple(field.options) && isUniqueColumn(source, field.name) !== false,
    idsOf: async rows => {
      const ids = new Map(rows.map(row => [row, String(host.value(collection, row.row, 'id'))]))
      const found = await findReferringIds(host.reader, source, field, [...ids.values()])
      return new Map([...ids].map(([row, id]) => [row, found.get(id) ?? []]))
    },
  }
}

async function withEmailVisibility(
  host: ExpandHost,
  collection: Collection,
  rows: readonly Row[],
): Promise<[string, ExpandedRow][]> {
  const showsEmail = await host.showsEmail(collection, rows)
  return rows.map(row => {
    const id = String(host.value(collection, row, 'id'))
    return [id, { collection, row, showsEmail: showsEmail(id), showsHidden: !host.hidesFields, times: 0, expand: new Map() }]
  })
}

/** Reads the records with these ids that can be shown, by id. */
async function readAllowed(host: Expansion, collection: Collection, ids: string[]): Promise<Map<string, ExpandedRow>> {
  const { reader, catalog, request, deadline } = host
  const conditions = host.conditions(collection)
  const query = {
    collection,
    catalog,
    request,
    conditions,
    columns: host.columns(collection),
    ...(deadline !== undefined && { deadline }),
  }
  const load = async (wanted: string[]) => {
    const found = await selectByIds(reader, query, wanted, Math.min(host.room, host.unread)).catch((error: unknown) => {
      throw error instanceof TooLongError && host.unread < host.room ? new LargeResponseError(largeResponseLength) : error
    })
    host.unread -= charactersInRows(found)
    return found
  }
  const rows = conditions.length === 0 ? await host.readCached(collection, ids, load) : await load(ids)
  return new Map(await withEmailVisibility(host, collection, rows))
}

type Links = ReadonlyMap<ExpandedRow, readonly ExpandedRow[]>

/** Returns the related rows of each row, and adds to the number of their places in the response. */
function linkRows(
  idsOf: ReadonlyMap<ExpandedRow, string[]>,
  related: ReadonlyMap<string, ExpandedRow>,
  isSingle: boolean,
): Links {
  const links = new Map<ExpandedRow, ExpandedRow[]>()
  for (const [row, wanted] of idsOf) {
    const found = wanted.map(id => related.get(id)).filter(one => one !== undefined)
    const shown = isSingle ? found.slice(0, 1) : found
    for (const one of shown) one.times += row.times
    links.set(row, shown)
  }
  return links
}

/** Reserves room for all places of the rows in the response. Returns false, without reserving any, if there is too little. */
function reserveRoom(host: Expansion, rows: Iterable<ExpandedRow>): boolean {
  let size = 0
  for (const { row, times } of rows) size += times * sizeOf(row)
  if (size > host.room) return false
  host.room -= size
  return true
}

/** Whether there may be room for rows that have not been read yet. */
function mayFit(host: Expansion, idsOf: ReadonlyMap<ExpandedRow, string[]>, isSingle: boolean): boolean {
  let count = 0
  for (const [{ times }, { length }] of idsOf) count += times * (isSingle ? Math.min(1, length) : length)
  return count * recordOverheadCharacters <= host.room
}

/** Each relation is read by a statement of its own, so an expansion of many can take long although each of them is quick. */
function assertInTime({ deadline = Number.POSITIVE_INFINITY }: ExpandHost): void {
  if (performance.now() > deadline) throw new DatabaseError('deadline', 'The expansion exceeded its deadline.')
}

/**
 * Expands one segment and the tree below it. Returns false, without expanding, if the segment or all segments below it are unknown.
 * Relations without enough room are left out like empty ones. Throws if a rule is invalid or admin-only, and after the deadline.
 */
async function expandSegment(
  host: Expansion,
  collection: Collection,
  rows: readonly ExpandedRow[],
  segment: string,
  next: ExpandTree,
): Promise<boolean> {
  const relation = findRelation(host, collection, segment) ?? findBackRelation(host, collection, segment)
  if (!relation) return false
  const { target, isSingle } = relation
  assertInTime(host)
  const idsOf = await relation.idsOf(rows)
  const ids = [...new Set([...idsOf.values()].flat())]
  if (ids.length === 0 || !mayFit(host, idsOf, isSingle)) return true
  const related = await readAllowed(host, target, ids)
  const links = linkRows(idsOf, related, isSingle)
  if (!reserveRoom(host, related.values())) return true
  if (next.size > 0 && related.size > 0 && !(await expandLevel(host, target, [...related.values()], next))) return false
  for (const [row, found] of links) {
    const [first] = found
    if (first) row.expand.set(segment, isSingle ? first : [...found])
  }
  return true
}

async function expandLevel(
  host: Expansion,
  collection: Collection,
  rows: readonly ExpandedRow[],
  tree: ExpandTree,
): Promise<boolean> {
  let succeeded = false
  for (const [segment, next] of tree) {
    // If a segment fails, its records are left out, and the other segments are still expanded.
    succeeded = (await expandSegment(host, collection, rows, segment, next).catch(leaveOut)) || succeeded
  }
  return succeeded
}

/** Whether an error ends the whole expansion: nothing more may be read after the deadline, and a large response is created later. */
export function endsExpansion(error: unknown): boolean {
  return isDatabaseError(error, 'deadline') || error instanceof LargeResponseError
}

/** Returns false for an error that only leaves out the records of a segment. */
function leaveOut(error: unknown): false {
  if (endsExpansion(error)) throw error
  return false
}

/**
 * Expands the relations of rows with one or two queries per segment of the list, independent of the number of rows. Unknown and
 * hidden relations are left out, and so are those that would exceed the size of a response. Throws if `showsEmail` throws for the
 * rows themselves, a `DatabaseError` of the kind `deadline` after the deadline, and a `LargeResponseError` if the expansion reads more
 * than the response may have.
 */
export async function expandRows(
  host: ExpandHost,
  collection: Collection,
  rows: readonly Row[],
  tree: ExpandTree,
): Promise<ExpandedRow[]> {
  if (rows.length === 0) return []
  const expanded = (await withEmailVisibility(host, collection, rows)).map(([, row]) => ({ ...row, times: 1 }))
  const length = (host.earlierCharacters ?? 0) + charactersInRows(rows)
  const room = Math.max(0, maxCharacters - length)
  const unread = host.allowsLarge === false ? Math.max(0, largeResponseLength - length) : Number.POSITIVE_INFINITY
  await expandLevel({ ...host, room, unread }, collection, expanded, tree)
  return expanded
}
