import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader, Row } from '../../db/engine.ts'
import { ApiError, notFound } from '../../errors/ApiError.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import { selectById } from '../../query/select/selectRecords.ts'
import { findRow } from '../../rows/findRecord.ts'
import type { RowMemory } from '../../rows/RowMemory.ts'
import { shapeOf } from '../../rows/shape.ts'
import { type Action, conditionsOf, requireChance } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'

/** What a record is looked up with: the collections and the request that its conditions may ask about. */
export interface Lookup {
  catalog: Catalog
  request: RequestValues
  /** Rows that are known already; absent where what is not committed has to be seen. */
  rows?: RowMemory
  /** When to give up on the conditions; see `Query`. */
  deadline?: number
}

/** The row with this id when it meets the conditions. */
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
 * The row with this id, if the requester may do this with it.
 * @throws ApiError 403 when only administrators may; 404 when there is none, it is not allowed, or the rule is broken
 */
export const requireAllowedRow = async (
  reader: Reader,
  collection: Collection,
  id: string,
  action: Action,
  requester: Requester,
  lookup: Lookup,
): Promise<Row> => {
  requireChance(collection, action, requester)
  try {
    const row = await findAllowedRow(reader, collection, id, conditionsOf(collection, action, requester), lookup)
    if (row) return row
  } catch (error) {
    // A rule that names a removed field is told like a record that is not there: the client cannot mend either.
    throw new ApiError(404, undefined, {}, { cause: error })
  }
  throw notFound()
}
