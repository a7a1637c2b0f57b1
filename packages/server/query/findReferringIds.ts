import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { asArray } from './columnSql.ts'

/** Records that are found back over a relation, for each record that it points to. */
const most = 1000

/**
 * The ids of the records of a collection whose field refers to the given ids, by these ids; as the table yields them, at most
 * 1000 for each.
 */
export const findReferringIds = async (
  reader: Reader,
  source: Collection,
  field: Field,
  ids: readonly string[],
): Promise<Map<string, string[]>> => {
  const table = name(source.name)
  const reference = name(source.name, field.name)
  const isMultiple = fieldType(field).isMultiple(field.options)
  const [target, from] = isMultiple
    ? [name('element', 'value'), sql`${table} JOIN json_each(${asArray(reference)}) AS element`]
    : [reference, table]
  const rows = await reader.rows(sql`
    SELECT target, id FROM (
      SELECT ${target} AS target, ${table}.id AS id, ROW_NUMBER() OVER (PARTITION BY ${target}) AS place
      FROM ${from} WHERE ${target} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ) WHERE place <= ${most}`)
  const found = new Map<string, Set<string>>()
  for (const [to, id] of rows) {
    const known = found.get(String(to)) ?? new Set()
    found.set(String(to), known.add(String(id)))
  }
  return new Map([...found].map(([to, from]) => [to, [...from]]))
}
