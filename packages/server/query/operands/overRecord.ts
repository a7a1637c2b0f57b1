import { name, type Sql, sql } from '../../db/sql.ts'
import { groupByRows } from './groupByRows.ts'
import { among, type JoinedRow, type Joins } from './Joins.ts'
import { combine, joinTests, overRows, type Predicate } from './Predicate.ts'

/** Whether records come in the order of their table: then SQLite must not go by an index on a relation instead. */
export type Order = 'kept' | 'any'

/** The row of another collection on which alone a condition depends, by whose id the record is related to it. */
const soleAnchor = ({ anchors, needsRows }: Predicate): JoinedRow | undefined => {
  const [anchor] = anchors
  return anchors.size === 1 && needsRows ? anchor : undefined
}

/**
 * Many records are related to few others. Where the condition is about these alone and they are not many, it is asked once of
 * each of them and not again for each record.
 */
const existsAmong = (predicate: Predicate, joins: Joins, order: Order): Sql => {
  const exists = sql`EXISTS (${among(joins.render(predicate.rows), sql`1`, overRows(predicate))})`
  const anchor = soleAnchor(predicate)
  if (!anchor?.byId?.isSmall) return exists
  const { table, id } = anchor.byId
  const related = id(anchor.parent?.alias ?? joins.record)
  const chosen = sql`(SELECT ${name(anchor.alias, 'id')} FROM ${table(anchor.alias)} AS ${name(anchor.alias)} WHERE ${exists})`
  return order === 'kept' ? sql`+${related} IN ${chosen}` : sql`${related} IN ${chosen}`
}

/**
 * Some choice of rows meets one of several conditions exactly when some choice meets the one or some choice meets the other.
 * Comparisons over the same rows are still asked together.
 */
const alternatives = (parts: readonly Predicate[], joins: Joins, order: Order): Sql[] => {
  const tests: Sql[] = []
  const together = new Map<string, Predicate[]>()
  for (const part of parts) {
    const rows = [...part.rows].map(row => row.alias).join()
    if (part.kind !== 'test' || rows === '') tests.push(overRecord(part, joins, order))
    else together.set(rows, [...(together.get(rows) ?? []), part])
  }
  return [...tests, ...[...together.values()].map(same => existsAmong(combine('or', same), joins, order))]
}

/**
 * The condition for a record: some choice of its many rows meets it. Only the parts that share rows are asked in one query over
 * these rows; the record itself is never multiplied, so nothing has to be made distinct.
 */
export const overRecord = (predicate: Predicate, joins: Joins, order: Order): Sql => {
  if (predicate.rows.size === 0) return overRows(predicate)
  if (predicate.kind === 'test') return existsAmong(predicate, joins, order)
  if (predicate.kind === 'or') return joinTests('or', alternatives(predicate.parts, joins, order))
  const own = predicate.parts.filter(part => part.rows.size === 0).map(overRows)
  const asked = groupByRows(predicate.parts).map(group => {
    const [only] = group
    return only && group.length === 1 ? overRecord(only, joins, order) : existsAmong(combine('and', group), joins, order)
  })
  return joinTests('and', [...own, ...asked])
}
