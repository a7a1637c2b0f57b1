import type { SqlValue } from '@coffer/fields'
import type { FilterNode, Operand } from '@coffer/schema'
import type { Dialect } from '../../db/Dialect.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow } from '../operands/Joins.ts'
import { resolveOperand } from '../operands/resolveOperand.ts'
import type { Scope } from '../operands/Scope.ts'
import { isMany, type Value } from '../operands/Value.ts'
import type { Visibility } from './Condition.ts'
import { compileFilter } from './compileFilter.ts'
import { idIn } from './compileQuery.ts'
import { createScope, queriedTable } from './createScope.ts'
import { joinableTable } from './joinableTable.ts'
import type { Query } from './Query.ts'

type Comparison = Extract<FilterNode, { kind: 'comparison' }>

/** One side of a comparison: a value that is known without a query, the SQL that reads it, or a secret, which nothing reads. */
export interface ComparedSide {
  source: { known: SqlValue | boolean } | { read: Sql } | { isSecret: true }
  /** The names of the collections whose records the path follows, and the SQL of their ids, from the queried record on. */
  path: { collection: string; id: Sql }[]
}

/** A comparison of a record, with each combination of the rows that it reads. */
export interface ComparedSides {
  left: ComparedSide
  right: ComparedSide
  /** Whether there can be several combinations of rows, of which `?=` needs one, and `=` all. */
  hasMany: boolean
  /** `FROM …` with all joins, and `WHERE …` with the queried record. */
  rows: Sql
  /** Whether the comparison holds for a combination. */
  test: Sql
}

/** Returns the rows that a row is joined to, and the row itself. */
function chainOf(row: JoinedRow | undefined): JoinedRow[] {
  return row ? [...chainOf(row.parent), row] : []
}

const rowOf = (value: Value): JoinedRow | undefined => (value.kind === 'column' ? value.row : undefined)

function sourceOf(value: Value, record: string): ComparedSide['source'] {
  if (value.kind === 'column' && value.isSecret) return { isSecret: true }
  if (value.kind === 'column') return { read: value.read(value.row?.alias ?? record) }
  if (value.kind === 'null') return { known: null }
  return { known: value.kind === 'boolean' ? value.isTrue : value.value }
}

function sideOf(value: Value, { joins }: Scope): ComparedSide {
  const path = chainOf(rowOf(value)).flatMap(({ alias, collection }) =>
    collection ? [{ collection: collection.name, id: name(alias, 'id') }] : [],
  )
  return { source: sourceOf(value, joins.record), path }
}

/**
 * Compiles a comparison so that the values of both sides can be read, with the SQL that checks it.
 * Throws a QueryError for unknown names.
 * @param query the record, by its id or as it was
 */
export function compileSides(
  dialect: Dialect,
  query: Omit<Query, 'conditions' | 'sort'>,
  comparison: Comparison,
  { allowHidden, hidesFields = false, joinable }: Visibility,
): ComparedSides {
  const { collection, ids } = query
  const rules = createScope(dialect, { ...query, conditions: [] }, () => undefined)
  const scope = { ...rules, allowHidden, hidesFields, ...(joinable && { tableOf: joinableTable(rules, joinable) }) }
  const { joins } = scope
  const predicate = compileFilter({ ...comparison, any: true }, scope)
  if (predicate.kind !== 'test') throw new Error('A comparison is compiled to a test.')
  const resolve = (operand: Operand) => resolveOperand(scope, operand)
  const [left, right] = [resolve(comparison.left), resolve(comparison.right)]
  const joined = joins.render(new Set([...chainOf(rowOf(left)), ...chainOf(rowOf(right))]))
  const where = ids ? sql` WHERE ${join([idIn(dialect, collection, ids)])}` : sql``
  return {
    left: sideOf(left, scope),
    right: sideOf(right, scope),
    hasMany: isMany(left) || isMany(right),
    rows: sql`${queriedTable(dialect, query)}${joined}${where}`,
    test: predicate.test,
  }
}
