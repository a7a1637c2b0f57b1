import { type Collection, parseExpand } from '@coffer/schema'
import type { Reader, Row } from '../../db/engine.ts'
import type { ExpandedRow } from '../../query/expand/ExpandedRow.ts'
import { type ExpandHost, expandRows } from '../../query/expand/expandRows.ts'
import { rowOf, type StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf, valueIn } from '../../rows/shape.ts'
import { conditionsOf } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import { emailVisibility, ownEmailOnly } from '../access/emailVisibility.ts'
import type { Lookup } from '../access/findAllowed.ts'
import { publicRecord, type Related, SerializedRecord } from './SerializedRecord.ts'

/** The requester, and the reader and lookup for the records they see. */
interface Viewer {
  reader: Reader
  requester: Requester
  lookup: Lookup
}

const hostFor = ({ reader, requester, lookup }: Viewer): ExpandHost => ({
  reader,
  ...lookup,
  columns: collection => shapeOf(collection).select,
  value: (collection, row, column) => valueIn(shapeOf(collection), row, column),
  readCached: (collection, ids, load) => lookup.rows?.read(collection, ids, load) ?? load(ids),
  conditions: collection => conditionsOf(collection, 'view', requester),
  showsEmail: (collection, rows) => emailVisibility(reader, collection, rows, requester, lookup),
})

const nothing: Related = new Map()

/** Serializes rows without expanded records. If the manage rule is invalid, hidden emails stay hidden. */
const serializePlain = async (
  { reader, requester, lookup }: Viewer,
  collection: Collection,
  rows: readonly Row[],
): Promise<SerializedRecord[]> => {
  const showsEmail = await emailVisibility(reader, collection, rows, requester, lookup).catch(() => ownEmailOnly(requester))
  const shape = shapeOf(collection)
  const isCacheable = rows.length > 1
  return rows.map(row => {
    const showsThis = showsEmail(String(valueIn(shape, row, 'id')))
    return new SerializedRecord({ collection, row, showsEmail: showsThis, isCacheable, related: nothing })
  })
}

/** Serializes a row that is expanded in several places only once. */
const serializeExpanded = (rows: readonly ExpandedRow[]): SerializedRecord[] => {
  const cache = new Map<ExpandedRow, SerializedRecord>()
  const serialize = (expanded: ExpandedRow, isCacheable: boolean): SerializedRecord => {
    const before = cache.get(expanded)
    if (before) return before
    const { expand, ...shown } = expanded
    const related: Related =
      expand.size === 0 ? nothing : new Map([...expand].map(([key, found]) => [key, below(found, isCacheable)]))
    const serialized = new SerializedRecord({ ...shown, isCacheable, related })
    cache.set(expanded, serialized)
    return serialized
  }
  const below = (found: ExpandedRow | ExpandedRow[], isCacheable: boolean) =>
    Array.isArray(found) ? found.map(one => serialize(one, isCacheable || found.length > 1)) : serialize(found, isCacheable)
  return rows.map(row => serialize(row, rows.length > 1))
}

/**
 * Serializes rows of a collection for the requester: without hidden emails, and with those expanded records that their own view
 * rules show. If the manage rule of the collection is invalid, nothing is expanded.
 */
export const serializeRows = async (
  reader: Reader,
  collection: Collection,
  rows: readonly Row[],
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<SerializedRecord[]> => {
  const viewer: Viewer = { reader, requester, lookup }
  if (expand === undefined) return serializePlain(viewer, collection, rows)
  const expanded = await expandRows(hostFor(viewer), collection, rows, parseExpand(expand)).catch(() => undefined)
  return expanded ? serializeExpanded(expanded) : serializePlain(viewer, collection, rows)
}

/** Serializes one stored record for the requester. */
export const serializeRecord = async (
  reader: Reader,
  record: StoredRecord,
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<SerializedRecord> => {
  if (expand === undefined && record.collection.type !== 'auth') return publicRecord(record)
  const [serialized] = await serializeRows(reader, record.collection, [rowOf(record)], requester, lookup, expand)
  if (!serialized) throw new Error('A record was not serialized.')
  return serialized
}
