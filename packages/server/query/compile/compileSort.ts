import type { SortItem } from '@coffer/schema'
import { type Sql, sql } from '../../db/sql.ts'
import { groupByRows } from '../operands/groupByRows.ts'
import { among, multiplyingRows } from '../operands/Joins.ts'
import { combine, overRows, type Predicate } from '../operands/Predicate.ts'
import { QueryError } from '../operands/QueryError.ts'
import { resolveIdentifier } from '../operands/resolveOperand.ts'
import type { Scope } from '../operands/Scope.ts'
import type { ColumnValue } from '../operands/Value.ts'

/** The value that a record is sorted by when its path is about many rows: the first one that meets the conditions. */
const firstOfMany = (value: ColumnValue, key: Sql, conditions: readonly Predicate[], { joins }: Scope): Sql => {
  const sorted: Predicate = {
    kind: 'test',
    test: sql`1`,
    rows: new Set(multiplyingRows(value.row)),
    anchors: new Set([undefined]),
    needsRows: false,
  }
  const group = groupByRows([...conditions, sorted]).find(parts => parts.includes(sorted))
  const met = combine('and', group ?? [sorted])
  return sql`(${among(joins.render(met.rows), key, overRows(met))} LIMIT 1)`
}

const sortKey = (name: string, conditions: readonly Predicate[], scope: Scope): Sql => {
  const value = resolveIdentifier(scope, name)
  if (value.kind !== 'column') throw new QueryError(`"${name}" is the same for all records, so it cannot sort them.`, scope.span)
  const alias = value.row?.alias ?? scope.joins.record
  // Where emails are hidden, the order must not tell them either.
  const key = value.isVisible ? sql`IIF(${value.isVisible(alias)}, ${value.read(alias)}, '')` : value.read(alias)
  return value.row?.multiplies ? firstOfMany(value, key, conditions, scope) : key
}

/** The terms of an ORDER BY. The conditions are those of the query, whose rows it shares. Throws a QueryError for unknown names. */
export const compileSort = (items: readonly SortItem[], conditions: readonly Predicate[], scope: Scope): Sql[] =>
  items.map(item => {
    if (item.kind === 'random') return sql`RANDOM()`
    const key = sortKey(item.name, conditions, { ...scope, span: item.span })
    return sql`${key} ${item.descending ? sql`DESC` : sql`ASC`}`
  })
