import type { Dialect } from '../../db/Dialect.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { groupByRows } from './groupByRows.ts'
import { type JoinedRow, type Joins, selectFromJoins } from './Joins.ts'
import { combine, compileForRows, joinTests, type Predicate } from './Predicate.ts'

/** Whether records must stay in table order. If so, the database must not use an index on a relation. */
export type Order = 'table' | 'any'

/** How conditions on joined rows are compiled. */
export interface RecordOptions {
  dialect: Dialect
  joins: Joins
  order: Order
  /**
   * For which conditions all records of a small related collection are searched: by default only for the ones that take a subquery. A
   * page can end after a few records, and a check by id reads only a few, so their related records are looked up.
   */
  searches?: 'none' | 'all'
  /** Receives the single-valued rows that the condition reads, which have to be joined to the record. */
  reads?: Set<JoinedRow>
}

/** Returns the only related row that a condition depends on, if there is exactly one. */
function soleAnchor({ anchors, needsRows }: Predicate): JoinedRow | undefined {
  const [anchor] = anchors
  return anchors.size === 1 && needsRows ? anchor : undefined
}

/** Returns the only related row that a condition depends on, if all records of its small collection are to be searched. */
function searchedAnchor(predicate: Predicate, { searches }: RecordOptions): JoinedRow | undefined {
  const anchor = soleAnchor(predicate)
  const isSearched = anchor?.byId?.isSmall && searches !== 'none' && (searches === 'all' || predicate.rows.size > 0)
  return isSearched ? anchor : undefined
}

/**
 * Compiles a condition on a related record of a small collection, if it depends on nothing else. It is evaluated once per related
 * record instead of once per record, because many records share few related ones.
 */
function compileOnRelated(predicate: Predicate, condition: Sql, options: RecordOptions): Sql {
  const { dialect, joins, order, reads } = options
  const anchor = searchedAnchor(predicate, options)
  if (!anchor?.byId) {
    for (const row of predicate.anchors) if (row) reads?.add(row)
    return condition
  }
  if (anchor.parent) reads?.add(anchor.parent)
  const { table, id } = anchor.byId
  const related = id(anchor.parent?.alias ?? joins.record)
  const chosen = sql`(SELECT ${name(anchor.alias, 'id')} FROM ${table(anchor.alias)} AS ${name(anchor.alias)} WHERE ${condition})`
  return sql`${order === 'table' ? dialect.withoutIndex(related) : related} IN ${chosen}`
}

/** Compiles a condition on joined rows to EXISTS. */
function compileExists(predicate: Predicate, options: RecordOptions): Sql {
  const rows = selectFromJoins(options.joins.render(predicate.rows), sql`1`, compileForRows(predicate))
  return compileOnRelated(predicate, sql`EXISTS (${rows})`, options)
}

/** Combines the conditions that depend on the same related record only, so that its collection is searched once. */
function combineByAnchor(kind: 'and' | 'or', parts: readonly Predicate[], options: RecordOptions): Predicate[] {
  const groups = new Map<JoinedRow | Predicate, Predicate[]>()
  for (const part of parts) {
    const key = searchedAnchor(part, options) ?? part
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups.values()].map(([first, ...more]) =>
    more.length === 0 ? (first as Predicate) : combine(kind, [first as Predicate, ...more]),
  )
}

/** Compiles a condition on single-valued rows. */
function compileSingle(predicate: Predicate, options: RecordOptions): Sql {
  if (predicate.kind === 'test' || searchedAnchor(predicate, options))
    return compileOnRelated(predicate, compileForRows(predicate), options)
  const parts = combineByAnchor(predicate.kind, predicate.parts, options)
  return joinTests(
    predicate.kind,
    parts.map(part => compileSingle(part, options)),
  )
}

/**
 * Compiles the parts of an OR separately: some rows meet `a OR b` exactly if some rows meet `a` or some rows meet `b`.
 * Comparisons of the same rows share one subquery.
 */
function alternatives(parts: readonly Predicate[], options: RecordOptions): Sql[] {
  const tests: Sql[] = []
  const together = new Map<string, Predicate[]>()
  for (const part of parts) {
    const rows = [...part.rows].map(row => row.alias).join()
    if (part.kind !== 'test' || rows === '') tests.push(compileForRecord(part, options))
    else together.set(rows, [...(together.get(rows) ?? []), part])
  }
  return [...tests, ...[...together.values()].map(same => compileExists(combine('or', same), options))]
}

/**
 * Compiles the condition that some combination of a record's rows meets the predicate. Only parts that share rows share a
 * subquery. The record itself is never multiplied, so no DISTINCT is needed.
 */
export function compileForRecord(predicate: Predicate, options: RecordOptions): Sql {
  if (predicate.rows.size === 0) return compileSingle(predicate, options)
  if (predicate.kind === 'test') return compileExists(predicate, options)
  if (predicate.kind === 'or') return joinTests('or', alternatives(predicate.parts, options))
  const ownParts = predicate.parts.filter(part => part.rows.size === 0)
  const own = combineByAnchor('and', ownParts, options).map(part => compileSingle(part, options))
  const subqueries = groupByRows(predicate.parts).map(group => {
    const [only] = group
    return only && group.length === 1 ? compileForRecord(only, options) : compileExists(combine('and', group), options)
  })
  return joinTests('and', [...own, ...subqueries])
}
