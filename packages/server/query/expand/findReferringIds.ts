import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'

/** Maximum number of records of a back relation, per target. */
const maxPerTarget = 1000

/** Looks up each target separately, and stops at the maximum. For one target, or if there is an index. */
const byLookUp = (table: Sql, refersToTarget: Sql, targets: Sql): Sql => sql`
  SELECT value, (SELECT ${dialect.jsonArray(sql`id`)} FROM (SELECT id FROM ${table} WHERE ${refersToTarget} LIMIT ${maxPerTarget}))
  FROM ${targets} AS targets`

/** Finds the records of all targets in one scan of the table. */
const byScan = (from: Sql, id: Sql, target: Sql, targets: Sql): Sql => sql`
  SELECT target, ${dialect.jsonArray(sql`id`)} FROM (
    SELECT ${target} AS target, ${id} AS id, ROW_NUMBER() OVER (PARTITION BY ${target}) AS place
    FROM ${from} WHERE ${target} IN (SELECT value FROM ${targets})
  ) WHERE place <= ${maxPerTarget} GROUP BY target`

/** Finds the ids of records whose field refers to the given ids, grouped by these; in table order, at most 1000 each. */
export const findReferringIds = async (
  reader: Reader,
  source: Collection,
  field: Field,
  ids: readonly string[],
): Promise<Map<string, string[]>> => {
  const table = name(source.name)
  const id = name(source.name, 'id')
  const reference = name(source.name, field.name)
  const targets = dialect.tableOfTexts(ids)
  const find = () => {
    if (fieldType(field).isMultiple(field.options)) {
      const elements = dialect.elements(reference)
      return ids.length === 1
        ? byLookUp(table, sql`targets.value IN (SELECT value FROM ${elements})`, targets)
        : byScan(sql`${table} JOIN ${elements} AS element`, id, name('element', 'value'), targets)
    }
    return ids.length === 1 || isIndexed(source, field.name)
      ? byLookUp(table, sql`${reference} = targets.value`, targets)
      : byScan(table, id, reference, targets)
  }
  const rows = await reader.rows(find())
  return new Map(rows.map(([target, found]) => [String(target), [...new Set<string>(JSON.parse(String(found)))]]))
}
