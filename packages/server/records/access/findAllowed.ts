import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader, Row } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import type { PastRecords } from '../../query/compile/Query.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import { meetsConditions, selectById } from '../../query/select/selectRecords.ts'
import { findRow } from '../rows/findRecord.ts'
import type { RowCache } from '../rows/RowCache.ts'
import { shapeOf } from '../rows/shape.ts'
import type { RuleObserver } from '../rules/conditions.ts'
import { type Action, assertNotAdminOnly, conditionsOf } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'

/** The collections and the request that the conditions of a lookup read. */
export interface Lookup {
  catalog: Catalog
  request: RequestValues
  /** Cached rows; absent inside a transaction, which has to see its own uncommitted changes. */
  rows?: RowCache
  /** A version of a record that is checked and shown instead of the stored one; see `Query`. */
  past?: PastVersion
  /** Whether the record is new; see `Query`. */
  isNew?: true
  /** When to stop evaluating the conditions; see `Query`. */
  deadline?: number
  /** Whether the response can be large; see `LargeResponseError`. By default it can. */
  allowsLarge?: boolean | undefined
  /** Number of characters that the response has already. */
  earlierCharacters?: number
  /** Is shown the checks of rules, to explain them. */
  observeRule?: RuleObserver | undefined
}

/** A record as it was, with its row of the collection's shape. */
export interface PastVersion extends PastRecords {
  collectionId: string
  row: Row
}

/** Returns the past version of a lookup, if it is one of this record. */
export function pastVersionOf({ past }: Lookup, collection: Collection, id: string): PastVersion | undefined {
  return past?.collectionId === collection.id && past.record.id === id ? past : undefined
}

/** Finds the row with this id if it meets the conditions. */
export async function findAllowedRow(
  reader: Reader,
  collection: Collection,
  id: string,
  conditions: readonly Condition[],
  lookup: Lookup,
): Promise<Row | undefined> {
  const past = pastVersionOf(lookup, collection, id)
  const { past: _, ...rest } = lookup
  if (past) {
    const isAllowed = conditions.length === 0 || (await meetsConditions(reader, { collection, ...rest, conditions, past }))
    return isAllowed ? past.row : undefined
  }
  return conditions.length === 0
    ? findRow(reader, collection, id)
    : selectById(reader, { collection, ...rest, conditions, columns: shapeOf(collection).select }, id)
}

/**
 * Returns the row with this id if the requester is allowed to perform the action on it.
 * @throws Rejection `forbidden` when only admins are allowed; `missing` when there is no such row, the rule denies it, or the rule is invalid
 */
export async function getAllowedRow(
  reader: Reader,
  collection: Collection,
  id: string,
  action: Action,
  requester: Requester,
  lookup: Lookup,
): Promise<Row> {
  assertNotAdminOnly(collection, action, requester)
  await lookup.observeRule?.({ reader, id, action, request: lookup.request })
  try {
    const row = await findAllowedRow(reader, collection, id, conditionsOf(collection, action, requester), lookup)
    if (row) return row
  } catch (error) {
    // A rule that names a removed field gets the same rejection as a missing record: the client cannot fix either.
    throw new Rejection('missing', { cause: error })
  }
  throw new Rejection('missing')
}
