import { join, type Sql, sql } from '../../db/sql.ts'
import type { JoinedRow } from './Joins.ts'

/** The rows that a condition reads. */
interface Reads {
  /** The multiplying rows that it reads. */
  rows: ReadonlySet<JoinedRow>
  /** The single-valued rows that it reads or that `rows` are joined to; undefined is the record itself. */
  anchors: ReadonlySet<JoinedRow | undefined>
  /** Whether it is false for a record that has no such rows. */
  needsRows: boolean
}

/** A condition as SQL. */
export type Predicate = Reads & ({ kind: 'test'; test: Sql } | { kind: 'and' | 'or'; parts: readonly Predicate[] })

export function combine(kind: 'and' | 'or', parts: readonly Predicate[]): Predicate {
  return {
    kind,
    parts,
    rows: new Set(parts.flatMap(part => [...part.rows])),
    anchors: new Set(parts.flatMap(part => [...part.anchors])),
    needsRows: kind === 'and' ? parts.some(part => part.needsRows) : parts.every(part => part.needsRows),
  }
}

/** Joins conditions as a balanced tree: SQLite limits the depth of expressions, and a chain is as deep as it is long. */
function balance(tests: readonly Sql[], separator: Sql): Sql {
  if (tests.length <= 50) return join(tests, separator)
  const middle = Math.ceil(tests.length / 2)
  return sql`(${balance(tests.slice(0, middle), separator)})${separator}(${balance(tests.slice(middle), separator)})`
}

/** Joins one or more conditions. */
export function joinTests(kind: 'and' | 'or', tests: readonly Sql[]): Sql {
  const [only] = tests
  if (only && tests.length === 1) return only
  return sql`(${balance(tests, kind === 'and' ? sql` AND ` : sql` OR `)})`
}

/** Returns the condition on one combination of joined rows. */
export function compileForRows(predicate: Predicate): Sql {
  return predicate.kind === 'test' ? predicate.test : joinTests(predicate.kind, predicate.parts.map(compileForRows))
}
