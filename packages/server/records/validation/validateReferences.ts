import { type Field, fieldType, type Issue, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { boundList, inLists } from '../../db/boundList.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql, withValues } from '../../db/sql.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import type { ValidationContext } from './ValidationContext.ts'

/** Cached per collection: looking up a prepared statement by a freshly built string is slow. */
const existence = memoizeByObject((collection: Collection) => sql`SELECT 1 FROM ${name(collection.name)} WHERE id = ${''}`)

/** Whether every id is the id of a record. */
async function allExist(reader: Reader, collection: Collection, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 1) return (await reader.row(withValues(existence(collection), ids))) !== undefined
  // A view may have several records with the same id.
  const row = await reader.row(sql`SELECT COUNT(DISTINCT id) FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`)
  return row?.[0] === ids.length
}

export const missingReferences: Issue = {
  code: 'validation_missing_rel_records',
  message: 'Failed to find all relation records with the provided ids.',
}

/** Validates that every record that a value refers to exists, even if the requester cannot view it. */
export async function validateReferences(
  field: Field,
  value: unknown,
  { transaction, catalog }: ValidationContext,
): Promise<Issue | undefined> {
  const target = fieldType(field).refersTo?.(field.options)
  const ids = listTexts(value)
  if (target === undefined || ids.length === 0) return undefined
  const collection = catalog.byId(target)
  if (!collection) {
    return {
      code: 'validation_missing_rel_collection',
      message: 'Relation connection is missing or cannot be accessed.',
    }
  }
  for (const batch of inLists(ids)) {
    if (!(await allExist(transaction, collection, batch))) {
      return missingReferences
    }
  }
  return undefined
}
