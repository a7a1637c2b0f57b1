import type { Collection } from '@coffer/schema'
import type { Reader, Row } from '../../db/engine.ts'
import { findMatchingIds } from '../../query/select/selectRecords.ts'
import { shapeOf, valueIn } from '../rows/shape.ts'
import { manageConditions } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'
import { findAllowedRow, type Lookup, pastVersionOf } from './findAllowed.ts'

const ownId = (requester: Requester) => (requester.kind === 'authRecord' ? requester.record.values.id : undefined)

/** Email visibility without a manage rule: an auth record sees only its own hidden email. */
export function ownEmailOnly(requester: Requester) {
  return (id: string): boolean => id === ownId(requester)
}

/**
 * Returns a function that tells whether the requester sees the hidden email of the row with an id: admins see all, an auth record
 * its own, and every requester those of rows that meet the manage rule. Here the manage rule applies to guests too. Throws if the
 * rule is invalid.
 */
export async function emailVisibility(
  reader: Reader,
  collection: Collection,
  rows: readonly Row[],
  requester: Requester,
  lookup: Lookup,
): Promise<(id: string) => boolean> {
  if (requester.kind === 'admin' || collection.type !== 'auth') return () => true
  const isOwn = ownEmailOnly(requester)
  const conditions = manageConditions(collection)
  if (!conditions) return isOwn
  const ids = rows.map(row => String(valueIn(shapeOf(collection), row, 'id')))
  const { catalog, request } = lookup
  const past = ids.find(id => pastVersionOf(lookup, collection, id))
  const stored = ids.filter(id => id !== past)
  const managed = await findMatchingIds(reader, { collection, catalog, request, conditions }, stored)
  if (past !== undefined && (await findAllowedRow(reader, collection, past, conditions, lookup))) managed.add(past)
  return id => isOwn(id) || managed.has(id)
}
