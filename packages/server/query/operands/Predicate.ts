import { join, type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow } from './Joins.ts'

/** What a condition asks about. */
interface Reads {
  /** The rows it reads that a record may have many of. */
  rows: ReadonlySet<JoinedRow>
  /** What else it reads, and what those rows hang on: rows that a record has one of, or undefined for the record itself. */
  anchors: ReadonlySet<JoinedRow | undefined>
  /** Whether it holds for no record without the rows it reads. */
  needsRows: boolean
}

/** A condition as SQL. */
export type Predicate = Reads & ({ kind: 'test'; test: Sql } | { kind: 'and' | 'or'; parts: readonly Predicate[] })

export const combine = (kind: 'and' | 'or', parts: readonly Predicate[]): Predicate => ({
  kind,
  parts,
  rows: new Set(parts.flatMap(part => [...part.rows])),
  anchors: new Set(parts.flatMap(part => [...part.anchors])),
  needsRows: kind === 'and' ? parts.some(part => part.needsRows) : parts.every(part => part.needsRows),
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
