import { name, type Sql, sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { groupByRows } from './groupByRows.ts'
import { type JoinedRow, type Joins, selectFromJoins } from './Joins.ts'
import { combine, compileForRows, joinTests, type Predicate } from './Predicate.ts'

/** Whether records must stay in table order. If so, the database must not use an index on a relation. */
export type Order = 'table' | 'any'

/** Returns the only related row that a condition depends on, if there is exactly one. */
const soleAnchor = ({ anchors, needsRows }: Predicate): JoinedRow | undefined => {
  const [anchor] = anchors
  return anchors.size === 1 && needsRows ? anchor : undefined
}

/**
 * Compiles a condition on joined rows to EXISTS. If it depends only on a related record of a small collection, it is evaluated once
 * per related record instead of once per record, because many records share few related ones.
 */
const compileExists = (predicate: Predicate, joins: Joins, order: Order): Sql => {
  const exists = sql`EXISTS (${selectFromJoins(joins.render(predicate.rows), sql`1`, compileForRows(predicate))})`
  const anchor = soleAnchor(predicate)
  if (!anchor?.byId?.isSmall) return exists
  const { table, id } = anchor.byId
  const related = id(anchor.parent?.alias ?? joins.record)
  const chosen = sql`(SELECT ${name(anchor.alias, 'id')} FROM ${table(anchor.alias)} AS ${name(anchor.alias)} WHERE ${exists})`
  return sql`${order === 'table' ? dialect.withoutIndex(related) : related} IN ${chosen}`
}

/**
 * Compiles the parts of an OR separately: some rows meet `a OR b` exactly if some rows meet `a` or some rows meet `b`.
 * Comparisons of the same rows share one subquery.
 */
const alternatives = (parts: readonly Predicate[], joins: Joins, order: Order): Sql[] => {
  const tests: Sql[] = []
  const together = new Map<string, Predicate[]>()
  for (const part of parts) {
    const rows = [...part.rows].map(row => row.alias).join()
    if (part.kind !== 'test' || rows === '') tests.push(compileForRecord(part, joins, order))
    else together.set(rows, [...(together.get(rows) ?? []), part])
  }
  return [...tests, ...[...together.values()].map(same => compileExists(combine('or', same), joins, order))]
}

/**
 * Compiles the condition that some combination of a record's rows meets the predicate. Only parts that share rows share a
 * subquery. The record itself is never multiplied, so no DISTINCT is needed.
 */
export const compileForRecord = (predicate: Predicate, joins: Joins, order: Order): Sql => {
  if (predicate.rows.size === 0) return compileForRows(predicate)
  if (predicate.kind === 'test') return compileExists(predicate, joins, order)
  if (predicate.kind === 'or') return joinTests('or', alternatives(predicate.parts, joins, order))
  const own = predicate.parts.filter(part => part.rows.size === 0).map(compileForRows)
  const subqueries = groupByRows(predicate.parts).map(group => {
    const [only] = group
    return only && group.length === 1 ? compileForRecord(only, joins, order) : compileExists(combine('and', group), joins, order)
  })
  return joinTests('and', [...own, ...subqueries])
}
