import { type Collection, parseExpand } from '@coffer/schema'
import type { Reader, Row } from '../../db/engine.ts'
import { type ExpandHost, endsExpansion, expandRows } from '../../query/expand/expandRows.ts'
import { emailVisibility, ownEmailOnly } from '../access/emailVisibility.ts'
import type { Lookup } from '../access/findAllowed.ts'
import { rowOf, type StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf, valueIn } from '../rows/shape.ts'
import { conditionsOf } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'
import { notExpanded, publicRecord, type VisibleRecord } from './VisibleRecord.ts'

/** The requester, and the reader and lookup for the records they see. */
interface Viewer {
  reader: Reader
  requester: Requester
  lookup: Lookup
}

const hostFor = ({ reader, requester, lookup }: Viewer): ExpandHost => ({
  reader,
  ...lookup,
  hidesFields: requester.kind !== 'admin',
  columns: collection => shapeOf(collection).select,
  value: (collection, row, column) => valueIn(shapeOf(collection), row, column),
  readCached: (collection, ids, load) => lookup.rows?.read(collection, ids, load) ?? load(ids),
  conditions: collection => conditionsOf(collection, 'view', requester),
  showsEmail: (collection, rows) => emailVisibility(reader, collection, rows, requester, lookup),
})

/** Shows rows without expanded records. If the manage rule is invalid, hidden emails stay hidden. */
async function showPlain(
  { reader, requester, lookup }: Viewer,
  collection: Collection,
  rows: readonly Row[],
): Promise<VisibleRecord[]> {
  const showsEmail = await emailVisibility(reader, collection, rows, requester, lookup).catch(() => ownEmailOnly(requester))
  const shape = shapeOf(collection)
  return rows.map(row => ({
    collection,
    row,
    showsEmail: showsEmail(String(valueIn(shape, row, 'id'))),
    showsHidden: requester.kind === 'admin',
    expand: notExpanded,
  }))
}

/**
 * Returns rows of a collection as the requester sees them: without hidden emails and fields, and with the expanded records that their
 * own view rules show. If the manage rule of the collection is invalid, nothing is expanded.
 * @throws DatabaseError of the kind `deadline` if the lookup has a deadline and the expansion exceeds it
 * @throws LargeResponseError if the expanded records make the response large, and the lookup does not allow it
 */
export async function showRows(
  reader: Reader,
  collection: Collection,
  rows: readonly Row[],
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<VisibleRecord[]> {
  const viewer: Viewer = { reader, requester, lookup }
  if (expand === undefined) return showPlain(viewer, collection, rows)
  const expanded = await expandRows(hostFor(viewer), collection, rows, parseExpand(expand)).catch(error => {
    if (endsExpansion(error)) throw error
    return undefined
  })
  return expanded ?? showPlain(viewer, collection, rows)
}

/** Returns one stored record as the requester sees it. */
export async function showRecord(
  reader: Reader,
  record: StoredRecord,
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<VisibleRecord> {
  if (expand === undefined && record.collection.type !== 'auth' && requester.kind !== 'admin') return publicRecord(record)
  const [shown] = await showRows(reader, record.collection, [rowOf(record)], requester, lookup, expand)
  if (!shown) throw new Error('A record is missing from the records that are shown.')
  return shown
}
