import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Dialect } from '../../db/Dialect.ts'
import type { Reader } from '../../db/engine.ts'
import { name, nothing, type Sql, sql } from '../../db/sql.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import { columnOperand } from '../operands/columnOperand.ts'

/** Maximum number of records of a back relation, per target. */
const maxPerTarget = 1000

/** The rows that may refer to targets, and the sort key of their order if they are not read in it anyway. */
interface Source {
  table: Sql
  order: Sql | undefined
}

const place = sql`place`

/** Looks up each target separately, and stops at the maximum. For one target, or if there is an index. */
function byLookUp(dialect: Dialect, { table, order }: Source, refersToTarget: Sql, targets: Sql): Sql {
  const referring = order
    ? sql`SELECT id, ${order} AS place FROM ${table} WHERE ${refersToTarget} ORDER BY ${order}`
    : sql`SELECT id FROM ${table} WHERE ${refersToTarget}`
  const ids = sql`SELECT ${dialect.jsonArray(sql`id`, order && place)} FROM (${referring} LIMIT ${maxPerTarget})`
  return sql`SELECT value, (${ids}) FROM ${targets} AS targets`
}

/** Finds the records of all targets in one scan of the table. */
function byScan(dialect: Dialect, { table, order }: Source, id: Sql, target: Sql, targets: Sql): Sql {
  const partition = sql`PARTITION BY ${target}${order ? sql` ORDER BY ${order}` : nothing}`
  return sql`SELECT target, ${dialect.jsonArray(sql`id`, order && place)} FROM (
    SELECT ${target} AS target, ${id} AS id, ROW_NUMBER() OVER (${partition}) AS place
    FROM ${table} WHERE ${target} IN (SELECT value FROM ${targets})
  ) WHERE place <= ${maxPerTarget} GROUP BY target`
}

/** Finds the ids of records whose field refers to the given ids, grouped by these; in table order, at most 1000 each. */
export async function findReferringIds(
  reader: Reader,
  source: Collection,
  field: Field,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { dialect } = reader
  const table = name(source.name)
  const id = name(source.name, 'id')
  const isMultiple = fieldType(field).isMultiple(field.options)
  const reference = columnOperand(dialect, source, field.name, name(source.name, field.name), isMultiple ? 'list' : 'text')
  const rows = { table, order: dialect.insertionOrder(table) }
  const targets = dialect.tableOfTexts(ids)
  const target = dialect.element(sql`targets.value`)
  const find = () => {
    if (isMultiple) {
      if (ids.length === 1) return byLookUp(dialect, rows, dialect.contains(reference, target), targets)
      const table = sql`${rows.table} JOIN ${dialect.elements(reference)} AS element ON TRUE`
      return byScan(dialect, { ...rows, table }, id, name('element', 'value'), targets)
    }
    return ids.length === 1 || isIndexed(source, field.name)
      ? byLookUp(dialect, rows, dialect.compare(reference, '=', target), targets)
      : byScan(dialect, rows, id, reference, targets)
  }
  const found = await reader.rows(find())
  return new Map(found.map(([target, ids]) => [String(target), [...new Set<string>(JSON.parse(String(ids)))]]))
}
