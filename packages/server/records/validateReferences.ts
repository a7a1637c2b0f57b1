import { type Field, fieldType, type Issue, textsIn } from '@coffer/fields'
import { name, sql } from '../db/sql.ts'
import { boundList, inLists } from './boundList.ts'
import type { Judge } from './Judge.ts'

/** Judges whether every record that a value names exists, whoever may see it. */
export const validateReferences = async (
  field: Field,
  value: unknown,
  { reader, catalog }: Judge,
): Promise<Issue | undefined> => {
  const target = fieldType(field).refersTo?.(field.options)
  const ids = textsIn(value)
  if (target === undefined || ids.length === 0) return undefined
  const collection = catalog.byId(target)
  if (!collection) {
    return {
      code: 'validation_missing_rel_collection',
      message: 'Relation connection is missing or cannot be accessed.',
    }
  }
  for (const some of inLists(ids)) {
    // The ids of a view need not be unique.
    const row = await reader.row(sql`SELECT COUNT(DISTINCT id) FROM ${name(collection.name)} WHERE id IN ${boundList(some)}`)
    if (row?.[0] !== some.length) {
      return { code: 'validation_missing_rel_records', message: 'Failed to find all relation records with the provided ids.' }
    }
  }
  return undefined
}
