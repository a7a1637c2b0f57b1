import type { Collection } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { manageConditions } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import { findAllowedRow, type Lookup } from './findAllowed.ts'

/**
 * Whether a requester may set what only managers of an account may: administrators always, accounts when the collection's
 * manage rule holds for the record, guests never. A rule that is broken holds for nobody.
 */
export const managesRecord = async (
  reader: Reader,
  collection: Collection,
  id: string,
  requester: Requester,
  lookup: Lookup,
): Promise<boolean> => {
  if (requester.kind !== 'authRecord') return requester.kind === 'admin'
  try {
    const conditions = manageConditions(collection)
    return conditions !== undefined && (await findAllowedRow(reader, collection, id, conditions, lookup)) !== undefined
  } catch {
    return false
  }
}
