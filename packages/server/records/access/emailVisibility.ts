import type { Collection } from '@coffer/schema'
import type { Reader, Row } from '../../db/engine.ts'
import { findMatchingIds } from '../../query/select/selectRecords.ts'
import { shapeOf, valueIn } from '../../rows/shape.ts'
import { manageConditions } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import type { Lookup } from './findAllowed.ts'

const ownId = (requester: Requester) => (requester.kind === 'authRecord' ? requester.record.values.id : undefined)

/** What holds where no manage rule can be asked: an account sees its own email. */
export const ownEmailOnly =
  (requester: Requester) =>
  (id: string): boolean =>
    id === ownId(requester)

/**
 * Says of which rows the requester sees an email that is not public: administrators of all, an account of itself, and whoever
 * meets the collection's manage rule, which here asks for no account. Throws when that rule is broken.
 */
export const emailVisibility = async (
  reader: Reader,
  collection: Collection,
  rows: readonly Row[],
  requester: Requester,
  { catalog, request }: Lookup,
): Promise<(id: string) => boolean> => {
  if (requester.kind === 'admin' || collection.type !== 'auth') return () => true
  const isOwn = ownEmailOnly(requester)
  const conditions = manageConditions(collection)
  if (!conditions) return isOwn
  const ids = rows.map(row => String(valueIn(shapeOf(collection), row, 'id')))
  const managed = await findMatchingIds(reader, { collection, catalog, request, conditions }, ids)
  return id => isOwn(id) || managed.has(id)
}
