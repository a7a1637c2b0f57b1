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
import { PresentedRecord, type Related } from './PresentedRecord.ts'

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
  recall: (collection, ids, load) => lookup.rows?.read(collection, ids, load) ?? load(ids),
  conditions: collection => conditionsOf(collection, 'view', requester),
  showsEmail: (collection, rows) => emailVisibility(reader, collection, rows, requester, lookup),
})

const nothing: Related = new Map()

/** Rows without anything expanded. An email stays hidden when the rule that could show it is broken. */
const presentPlain = async (
  { reader, requester, lookup }: Viewer,
  collection: Collection,
  rows: readonly Row[],
): Promise<PresentedRecord[]> => {
  const showsEmail = await emailVisibility(reader, collection, rows, requester, lookup).catch(() => ownEmailOnly(requester))
  const shape = shapeOf(collection)
  const comesAgain = rows.length > 1
  return rows.map(row => {
    const showsOwn = showsEmail(String(valueIn(shape, row, 'id')))
    return new PresentedRecord({ collection, row, showsEmail: showsOwn, comesAgain, related: nothing })
  })
}

/** A row that is expanded in several places is presented once, so that its text is made once. */
const presentExpanded = (rows: readonly ExpandedRow[]): PresentedRecord[] => {
  const known = new Map<ExpandedRow, PresentedRecord>()
  const present = (expanded: ExpandedRow, comesAgain: boolean): PresentedRecord => {
    const before = known.get(expanded)
    if (before) return before
    const { expand, ...shown } = expanded
    const related: Related =
      expand.size === 0 ? nothing : new Map([...expand].map(([key, found]) => [key, below(found, comesAgain)]))
    const made = new PresentedRecord({ ...shown, comesAgain, related })
    known.set(expanded, made)
    return made
  }
  const below = (found: ExpandedRow | ExpandedRow[], comesAgain: boolean) =>
    Array.isArray(found) ? found.map(one => present(one, comesAgain || found.length > 1)) : present(found, comesAgain)
  return rows.map(row => present(row, rows.length > 1))
}

/**
 * Rows of a collection as the requester may see them: hidden emails left out, relations of the expand list filled in as far as
 * their own view rules allow. What cannot be expanded is left out, and so is everything when hidden emails cannot be judged.
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
  if (expand === undefined) return presentPlain(viewer, collection, rows)
  const expanded = await expandRows(hostFor(viewer), collection, rows, parseExpand(expand)).catch(() => undefined)
  return expanded ? presentExpanded(expanded) : presentPlain(viewer, collection, rows)
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
