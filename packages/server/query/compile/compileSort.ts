import type { SortItem } from '@coffer/schema'
import type { SortKey } from '../../db/Dialect.ts'
import { join, name, nothing, type Sql, sql, withTypeOf } from '../../db/sql.ts'
import { groupByRows } from '../operands/groupByRows.ts'
import { multiplyingRows, selectFromJoins } from '../operands/Joins.ts'
import { combine, compileForRows, type Predicate } from '../operands/Predicate.ts'
import { QueryError } from '../operands/QueryError.ts'
import { resolveIdentifier } from '../operands/resolveOperand.ts'
import type { Scope } from '../operands/Scope.ts'
import type { ColumnValue } from '../operands/Value.ts'

/** Compiles the sort key of a multi-valued path: the value of the first row that meets the conditions. */
function firstOfMany(value: ColumnValue, key: Sql, conditions: readonly Predicate[], { joins }: Scope): Sql {
  const sorted: Predicate = {
    kind: 'test',
    test: sql`TRUE`,
    rows: new Set(multiplyingRows(value.row)),
    anchors: new Set([undefined]),
    needsRows: false,
  }
  const group = groupByRows([...conditions, sorted]).find(parts => parts.includes(sorted))
  const met = combine('and', group ?? [sorted])
  const order = [...met.rows].flatMap(row => row.order?.(row.alias) ?? [])
  const ordered = order.length === 0 ? nothing : sql` ORDER BY ${join(order)}`
  const first = sql`(${selectFromJoins(joins.render(met.rows), key, compileForRows(met))}${ordered} LIMIT 1)`
  return withTypeOf(key, first)
}

function sortKey(path: string, conditions: readonly Predicate[], scope: Scope): { key: Sql; isNullable: boolean } {
  const value = resolveIdentifier(scope, path)
  if (value.kind !== 'column')
    throw new QueryError(`"${path}" is the same for all records, so records cannot be sorted by it.`, scope.span)
  const alias = value.row?.alias ?? scope.joins.record
  // The order must not reveal hidden emails.
  const read = value.read(alias)
  const key = value.isVisible ? withTypeOf(read, sql`CASE WHEN ${value.isVisible(alias)} THEN ${read} ELSE '' END`) : read
  return {
    key: value.row?.multiplies ? firstOfMany(value, key, conditions, scope) : key,
    isNullable: value.row !== undefined || value.isConstant || value.isJson || scope.collection.type === 'view',
  }
}

/** Returns the items whose key no earlier item has: sorting by the same key again changes nothing. */
function withoutRepeats(items: readonly SortItem[]): SortItem[] {
  const seen = new Set<string>()
  return items.filter(item => {
    const key = item.kind === 'random' ? '@random' : item.name
    const isRepeated = seen.has(key)
    seen.add(key)
    return !isRepeated
  })
}

/**
 * Compiles the sort keys, which share the rows of the query's conditions. A repeated key is compiled once, because a client could make
 * the database hold hundreds of copies for each row. Throws a QueryError for unknown names.
 */
export function compileSort(items: readonly SortItem[], conditions: readonly Predicate[], scope: Scope): SortKey[] {
  return withoutRepeats(items).map(item => {
    if (item.kind === 'random') return { key: scope.dialect.random, term: random => random }
    if (item.name === '@rowid' && scope.sortsByInsertion && scope.collection.type !== 'view') {
      const record = name(scope.joins.record)
      const key = scope.dialect.insertionOrder(record) ?? sql`${record}.${scope.dialect.rowNumber}`
      return { key, term: sorted => scope.dialect.orderKey(sorted, item.descending, false) }
    }
    const { key, isNullable } = sortKey(item.name, conditions, { ...scope, span: item.span })
    return { key, term: sorted => scope.dialect.orderKey(sorted, item.descending, isNullable) }
  })
}
