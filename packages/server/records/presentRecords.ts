import { type Collection, parseExpand } from '@coffer/schema'
import type { Requester } from '../auth/Requester.ts'
import type { Reader, Row } from '../db/engine.ts'
import type { ExpandedRow } from '../query/ExpandedRow.ts'
import { type ExpandHost, expandRows } from '../query/expandRows.ts'
import { conditionsOf } from '../rules/conditions.ts'
import { emailVisibility } from './emailVisibility.ts'
import type { Lookup } from './findAllowed.ts'
import { recordJson } from './recordJson.ts'
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

/** Rows of one collection, none of them expanded. */
const presentPlain = async (
  { reader, requester, lookup }: Viewer,
  collection: Collection,
  rows: readonly Row[],
): Promise<Record<string, unknown>[]> => {
  const showsEmail = await emailVisibility(reader, collection, rows, requester, lookup)
  const shape = shapeOf(collection)
  return rows.map(row => recordJson(collection, row, { showsEmail: showsEmail(String(valueIn(shape, row, 'id'))) }))
}

const relatedOf = ({ expand }: ExpandedRow): ExpandedRow[] => [...expand.values()].flat()

/** Rows of one level with what is expanded below them; each collection's emails are judged once for a level. */
const presentLevel = async (viewer: Viewer, rows: readonly ExpandedRow[]): Promise<Map<ExpandedRow, Record<string, unknown>>> => {
  const below = rows.flatMap(relatedOf)
  const shown = below.length > 0 ? await presentLevel(viewer, below) : new Map<ExpandedRow, Record<string, unknown>>()
  const result = new Map<ExpandedRow, Record<string, unknown>>()
  for (const [collection, level] of Map.groupBy(rows, row => row.collection)) {
    const plain = await presentPlain(
      viewer,
      collection,
      level.map(({ row }) => row),
    )
    level.forEach((expanded, index) => {
      const related = [...expanded.expand].map(([segment, found]): [string, unknown] => [
        segment,
        Array.isArray(found) ? found.map(one => shown.get(one)) : shown.get(found),
      ])
      const json = plain[index] ?? {}
      if (related.length > 0) json.expand = Object.fromEntries(related)
      result.set(expanded, json)
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
): Promise<Record<string, unknown>[]> => {
  const viewer: Viewer = { reader, requester, lookup }
  if (expand === undefined) return presentPlain(viewer, collection, rows)
  const expanded = await expandRows(hostFor(viewer), collection, rows, parseExpand(expand))
  const shown = await presentLevel(viewer, expanded)
  return expanded.map(row => shown.get(row) ?? {})
}

/** One stored record as the requester may see it. */
export const presentRecord = async (
  reader: Reader,
  record: StoredRecord,
  requester: Requester,
  lookup: Lookup,
  expand: string | undefined,
): Promise<Record<string, unknown>> => {
  const [json] = await presentRows(reader, record.collection, [rowOf(record)], requester, lookup, expand)
  return json ?? {}
}
