import type { Collection } from '@coffer/schema'
import { isTemporary } from '../../db/DatabaseError.ts'
import type { Reader } from '../../db/engine.ts'
import { manageConditions } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'
import { findAllowedRow, type Lookup } from './findAllowed.ts'

/**
 * Whether a requester manages an auth record: can set its email and verified state, and its password without the old one.
 * Admins manage every record, auth records manage the records that meet the manage rule, guests manage none. An invalid rule lets nobody manage.
 */
export async function managesRecord(
  reader: Reader,
  collection: Collection,
  id: string,
  requester: Requester,
  lookup: Lookup,
): Promise<boolean> {
  if (requester.kind !== 'authRecord') return requester.kind === 'admin'
  try {
    const conditions = manageConditions(collection)
    return conditions !== undefined && (await findAllowedRow(reader, collection, id, conditions, lookup)) !== undefined
  } catch (error) {
    if (isTemporary(error)) throw error
    return false
  }
}
