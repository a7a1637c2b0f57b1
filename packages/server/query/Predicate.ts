import { join, type Sql, sql } from '../db/sql.ts'
import { among, type JoinedRow, type Joins } from './Joins.ts'

/** A condition as SQL, and the rows it reads that a record may have many of. */
export type Predicate =
  | { kind: 'test'; test: Sql; rows: ReadonlySet<JoinedRow> }
  | { kind: 'and' | 'or'; parts: readonly Predicate[]; rows: ReadonlySet<JoinedRow> }

/** Joins conditions in a balanced way: SQLite bounds how deep an expression may be, and a chain is as deep as it is long. */
const joinTests = (tests: readonly Sql[], separator: Sql): Sql => {
  if (tests.length <= 50) return join(tests, separator)
  const middle = Math.ceil(tests.length / 2)
  return sql`(${joinTests(tests.slice(0, middle), separator)})${separator}(${joinTests(tests.slice(middle), separator)})`
}

const joined = (kind: 'and' | 'or', tests: readonly Sql[]): Sql => {
  const [only] = tests
  if (only && tests.length === 1) return only
  return sql`(${joinTests(tests, kind === 'and' ? sql` AND ` : sql` OR `)})`
}

export const combine = (kind: 'and' | 'or', parts: readonly Predicate[]): Predicate => ({
  kind,
  parts,
  rows: new Set(parts.flatMap(part => [...part.rows])),
})

/** The condition for one choice of rows. */
export const overRows = (predicate: Predicate): Sql =>
  predicate.kind === 'test' ? predicate.test : joined(predicate.kind, predicate.parts.map(overRows))

/** Conditions that are to be met by the same rows. */
export interface RowGroup {
  parts: Predicate[]
  rows: Set<JoinedRow>
}

const emptyGroup = (): RowGroup => ({ parts: [], rows: new Set() })

const shareRows = (group: RowGroup, part: Predicate) => [...part.rows].some(row => group.rows.has(row))

/** Parts conditions into groups that share rows, directly or over others. Conditions that read no rows belong to none. */
export const groupByRows = (parts: readonly Predicate[]): RowGroup[] => {
  let groups: RowGroup[] = []
  for (const part of parts) {
    if (part.rows.size === 0) continue
    const [group = emptyGroup(), ...others] = groups.filter(group => shareRows(group, part))
    for (const member of [part, ...others.flatMap(other => other.parts)]) {
      group.parts.push(member)
      for (const row of member.rows) group.rows.add(row)
    }
    groups = [...groups.filter(other => other !== group && !others.includes(other)), group]
  }
  return groups
}

const existsAmong = ({ parts, rows }: RowGroup, joins: Joins): Sql =>
  sql`EXISTS (${among(joins.render(rows), sql`1`, joined('and', parts.map(overRows)))})`

/**
 * The condition for a record: some choice of its many rows meets it. Only the parts that share rows are asked in one query over
 * these rows; the record itself is never multiplied, so nothing has to be made distinct.
 */
export const overRecord = (predicate: Predicate, joins: Joins): Sql => {
  const { kind, rows } = predicate
  if (rows.size === 0) return overRows(predicate)
  if (kind === 'test') return existsAmong({ parts: [predicate], rows: new Set(rows) }, joins)
  // Some choice meets one of several conditions exactly when some choice meets the one or some choice meets the other.
  if (kind === 'or')
    return joined(
      'or',
      predicate.parts.map(part => overRecord(part, joins)),
    )
  const own = predicate.parts.filter(part => part.rows.size === 0).map(overRows)
  const asked = groupByRows(predicate.parts).map(group => {
    const [only] = group.parts
    return only && group.parts.length === 1 ? overRecord(only, joins) : existsAmong(group, joins)
  })
  return joined('and', [...own, ...asked])
}
