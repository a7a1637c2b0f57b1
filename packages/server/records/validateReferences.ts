import { type Field, fieldType, type Issue } from '@coffer/fields'
import { join, name, sql } from '../db/sql.ts'
import type { Judge } from './Judge.ts'

const idsOf = (value: unknown): string[] => [value].flat().filter(id => typeof id === 'string' && id !== '') as string[]

/** Ids asked for in one statement: well below SQLite's limit of bound values. */
const batch = 1000

/** Judges whether every record that a value names exists, whoever may see it. */
export const validateReferences = async (
  field: Field,
  value: unknown,
  { reader, catalog }: Judge,
): Promise<Issue | undefined> => {
  const target = fieldType(field).refersTo?.(field.options)
  const ids = idsOf(value)
  if (target === undefined || ids.length === 0) return undefined
  const collection = catalog.byId(target)
  if (!collection) {
    return {
      code: 'validation_missing_rel_collection',
      message: 'Relation connection is missing or cannot be accessed.',
    }
  }
  let found = 0
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch).map(id => sql`${id}`)
    const row = await reader.row(sql`SELECT COUNT(*) FROM ${name(collection.name)} WHERE id IN (${join(some)})`)
    found += Number(row?.[0] ?? 0)
  }
  return found === ids.length
    ? undefined
    : { code: 'validation_missing_rel_records', message: 'Failed to find all relation records with the provided ids.' }
}
