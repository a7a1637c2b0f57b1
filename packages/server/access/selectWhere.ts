import type { Collection } from '@coffer/schema'
import { join, name, type Sql, sql } from '../db/sql.ts'
import { type CompiledQuery, countingOf } from '../query/compile/compileQuery.ts'

/** Compiles the condition that a query selects a record of a collection. */
export function isAmong({ name: table }: Collection, { matching }: CompiledQuery): Sql {
  return sql`${name(table, 'id')} IN (SELECT ${name(table, 'id')} ${matching})`
}

/**
 * Compiles a query for the records of a collection that meet all conditions, in the order of their ids.
 * @param read the collections that the conditions read
 */
export function selectWhere(
  collection: Collection,
  conditions: readonly Sql[],
  { reads, joined }: Pick<CompiledQuery, 'reads' | 'joined'>,
): CompiledQuery {
  const matching = sql`FROM ${name(collection.name)} WHERE ${join(conditions, sql` AND `)}`
  const ordered = sql`${matching} ORDER BY ${name(collection.name, 'id')}`
  return { matching, ...countingOf(collection), ordered, reads, joined }
}
