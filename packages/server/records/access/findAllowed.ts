import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader, Row } from '../../db/engine.ts'
import { ApiError, notFound } from '../../errors/ApiError.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import { selectById } from '../../query/select/selectRecords.ts'
import { findRow } from '../../rows/findRecord.ts'
import type { RowCache } from '../../rows/RowCache.ts'
import { shapeOf } from '../../rows/shape.ts'
import { type Action, assertNotAdminOnly, conditionsOf } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'

/** The collections and the request that the conditions of a lookup read. */
export interface Lookup {
  catalog: Catalog
  request: RequestValues
  /** Cached rows; absent inside a transaction, which has to see its own uncommitted changes. */
  rows?: RowCache
  /** When to stop evaluating the conditions; see `Query`. */
  deadline?: number
}

/** Finds the row with this id if it meets the conditions. */
export const findAllowedRow = (
  reader: Reader,
  collection: Collection,
  id: string,
  conditions: readonly Condition[],
  lookup: Lookup,
): Promise<Row | undefined> =>
  conditions.length === 0
    ? findRow(reader, collection, id)
    : selectById(reader, { collection, ...lookup, conditions, columns: shapeOf(collection).select }, id)

/**
 * Returns the row with this id if the requester is allowed to perform the action on it.
 * @throws ApiError 403 when only admins are allowed; 404 when there is no such row, the rule denies it, or the rule is invalid
 */
export const getAllowedRow = async (
  reader: Reader,
  collection: Collection,
  id: string,
  action: Action,
  requester: Requester,
  lookup: Lookup,
): Promise<Row> => {
  assertNotAdminOnly(collection, action, requester)
  try {
    const row = await findAllowedRow(reader, collection, id, conditionsOf(collection, action, requester), lookup)
    if (row) return row
  } catch (error) {
    // A rule that names a removed field gets the same 404 as a missing record: the client cannot fix either.
    throw new ApiError(404, undefined, {}, { cause: error })
  }
  throw notFound()
}
