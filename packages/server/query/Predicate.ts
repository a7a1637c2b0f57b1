import { join, type Sql, sql } from '../db/sql.ts'
import type { JoinedRow } from './Joins.ts'

/** A condition as SQL, and the rows it reads that a record may have many of. */
export type Predicate =
  | { kind: 'test'; test: Sql; rows: ReadonlySet<JoinedRow> }
  | { kind: 'and' | 'or'; parts: readonly Predicate[]; rows: ReadonlySet<JoinedRow> }

export const combine = (kind: 'and' | 'or', parts: readonly Predicate[]): Predicate => ({
  kind,
  parts,
  rows: new Set(parts.flatMap(part => [...part.rows])),
})

/** Joins conditions in a balanced way: SQLite bounds how deep an expression may be, and a chain is as deep as it is long. */
const balance = (tests: readonly Sql[], separator: Sql): Sql => {
  if (tests.length <= 50) return join(tests, separator)
  const middle = Math.ceil(tests.length / 2)
  return sql`(${balance(tests.slice(0, middle), separator)})${separator}(${balance(tests.slice(middle), separator)})`
}

/** Joins at least one condition. */
export const joinTests = (kind: 'and' | 'or', tests: readonly Sql[]): Sql => {
  const [only] = tests
  if (only && tests.length === 1) return only
  return sql`(${balance(tests, kind === 'and' ? sql` AND ` : sql` OR `)})`
}

/** The condition for one choice of rows. */
export const overRows = (predicate: Predicate): Sql =>
  predicate.kind === 'test' ? predicate.test : joinTests(predicate.kind, predicate.parts.map(overRows))
