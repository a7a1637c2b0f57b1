import type { Collection } from '@coffer/schema'
import { name, type Sql, sql } from '../../db/sql.ts'
import { compileForRecord } from '../operands/compileForRecord.ts'
import { type JoinedRow, selectFromJoins } from '../operands/Joins.ts'
import { combine } from '../operands/Predicate.ts'
import { QueryError } from '../operands/QueryError.ts'
import type { Scope } from '../operands/Scope.ts'
import type { Condition, Visibility } from './Condition.ts'
import { compileFilter } from './compileFilter.ts'

/**
 * Compiles conditions on the row with the alias. Their joins are separate from those of the query. No row meets a condition with
 * an unknown name.
 */
function meetsAll(conditions: readonly Condition[], collection: Collection, alias: string, scope: Scope): Sql {
  const joins = scope.joins.below(alias)
  const compile = ({ filter, allowHidden }: Condition) => compileFilter(filter, { ...scope, collection, joins, allowHidden })
  try {
    const reads = new Set<JoinedRow>()
    const met = compileForRecord(combine('and', conditions.map(compile)), { dialect: scope.dialect, joins, order: 'any', reads })
    const single = joins.single(reads)
    return single.text === '' ? met : sql`EXISTS (${selectFromJoins(single, sql`1`, met)})`
  } catch (error) {
    if (error instanceof QueryError) return sql`FALSE`
    throw error
  }
}

/**
 * Returns the SQL that is joined for a collection: its table, or a subquery with the rows that can be read.
 * SQLite flattens the subquery, so it uses the same indexes as for the table. The restriction would be slow in an ON clause: SQLite
 * simplifies `ON a = b AND 0` to `ON 0` and then scans the whole table for each record.
 * @param scope the scope of rules, which join every record
 */
export function joinableTable(scope: Scope, joinable: NonNullable<Visibility['joinable']>): Scope['tableOf'] {
  return (collection, alias) => {
    const table = scope.tableOf(collection, alias)
    const conditions = joinable(collection)
    if (conditions?.length === 0) return table
    const restriction = conditions ? meetsAll(conditions, collection, alias, scope) : sql`FALSE`
    return sql`(SELECT * FROM ${table} AS ${name(alias)} WHERE ${restriction})`
  }
}
