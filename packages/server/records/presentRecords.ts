import { type Collection, parseExpand } from '@coffer/schema'
import type { Requester } from '../auth/Requester.ts'
import type { Reader, Row } from '../db/engine.ts'
import type { ExpandedRow } from '../query/ExpandedRow.ts'
import { type ExpandHost, expandRows } from '../query/expandRows.ts'
import { conditionsOf } from '../rules/conditions.ts'
import { emailVisibility } from './emailVisibility.ts'
import type { Lookup } from './findAllowed.ts'
import { PresentedRecord, type Related } from './PresentedRecord.ts'
import type { StoredRecord } from './StoredRecord.ts'
import { shapeOf, valueIn } from './shape.ts'
import { rowOf } from './storeRecord.ts'

/** Who asks, and where what they see is looked up. */
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
  conditions: collection => conditionsOf(collection, 'view', requester),
})

/** Rows of one collection, with what is expanded of each. */
const presentAlike = async (
  { reader, requester, lookup }: Viewer,
  collection: Collection,
  rows: readonly { row: Row; related: Related }[],
): Promise<PresentedRecord[]> => {
  const plain = rows.map(({ row }) => row)
  const showsEmail = await emailVisibility(reader, collection, plain, requester, lookup)
  const shape = shapeOf(collection)
  const comesAgain = rows.length > 1
  return rows.map(({ row, related }) => {
    const showsOwn = showsEmail(String(valueIn(shape, row, 'id')))
    return new PresentedRecord({ collection, row, showsEmail: showsOwn, comesAgain, related })
  })
}

const nothing: Related = new Map()

const belowOf = ({ expand }: ExpandedRow): ExpandedRow[] => [...expand.values()].flat()

/** Rows of one level with what is expanded below them; each collection's emails are judged once for a level. */
const presentLevel = async (viewer: Viewer, rows: readonly ExpandedRow[]): Promise<Map<ExpandedRow, PresentedRecord>> => {
  const below = rows.flatMap(belowOf)
  const shown = below.length > 0 ? await presentLevel(viewer, below) : new Map<ExpandedRow, PresentedRecord>()
  const shownOf = (rows: readonly ExpandedRow[]) => rows.map(row => shown.get(row)).filter(one => one !== undefined)
  const relatedOf = ({ expand }: ExpandedRow): Related => {
    if (expand.size === 0) return nothing
    return new Map(
      [...expand].flatMap(([segment, found]): [string, PresentedRecord | PresentedRecord[]][] => {
        if (Array.isArray(found)) return [[segment, shownOf(found)]]
        const one = shown.get(found)
        return one ? [[segment, one]] : []
      }),
    )
  }
  const result = new Map<ExpandedRow, PresentedRecord>()
  for (const [collection, level] of Map.groupBy(rows, row => row.collection)) {
    const alike = level.map(row => ({ row: row.row, related: relatedOf(row) }))
    const presented = await presentAlike(viewer, collection, alike)
    level.forEach((row, index) => {
      const record = presented[index]
      if (record) result.set(row, record)
    })
  }
  return result
}

/**
 * Rows of a collection as the requester may see them: hidden emails left out, relations of the expand list filled in as far as
 * their own view rules allow.
 */
export const presentRows = async (
  reader: Reader,
  collection: Collection,
  rows: readonly Row[],
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<PresentedRecord[]> => {
  const viewer: Viewer = { reader, requester, lookup }
  if (expand === undefined) {
    const plain = rows.map(row => ({ row, related: nothing }))
    return presentAlike(viewer, collection, plain)
  }
  const expanded = await expandRows(hostFor(viewer), collection, rows, parseExpand(expand))
  const shown = await presentLevel(viewer, expanded)
  return expanded.map(row => shown.get(row)).filter(record => record !== undefined)
}

/** One stored record as the requester may see it. */
export const presentRecord = async (
  reader: Reader,
  record: StoredRecord,
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<PresentedRecord> => {
  const [presented] = await presentRows(reader, record.collection, [rowOf(record)], requester, lookup, expand)
  if (!presented) throw new Error('A record was not presented.')
  return presented
}
