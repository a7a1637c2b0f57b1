import { inTime } from '../../db/deadlines.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'

/** What reads from the row with the given alias. */
export type Read = (alias: string) => Sql

/** A table and the condition under which its rows hang on another row. */
interface Join {
  table: Sql
  on: Sql
}

/** A row that is joined to the record, directly or over other rows. Without a match, its columns are null. */
export interface JoinedRow {
  alias: string
  /** The row it hangs on; undefined for the record itself. */
  parent: JoinedRow | undefined
  /** The join, given the aliases of this row and of its parent. */
  join: (alias: string, parent: string) => Join
  /** Whether a path over this row is about many rows, so that plain operators ask for all of them. */
  isMany: boolean
  /** Whether there may be more than one such row for one record. */
  multiplies: boolean
  /** Where the row is the one whose id another row holds: its table, given its alias, and the id, given that of the other row. */
  byId?: { table: Read; id: Read; isSmall: boolean }
  /** Where the row is an element of a list: the column with the list, given the alias of the parent. */
  list?: Read
}

/** What a new row is by itself; what it hangs on is added. */
type NewRow = Pick<JoinedRow, 'parent' | 'join' | 'isMany' | 'byId' | 'list'> & { multiplies?: boolean }

/**
 * The rows that one query joins. Each is known by the path that leads to it, so that all mentions of a path in a query mean
 * the same row.
 */
export class Joins {
  /** The alias of the record itself. */
  readonly record: string
  readonly #rows = new Map<string, JoinedRow>()
  readonly #deadline: number | undefined
  readonly #isNested: boolean
  /** Rows of which there may be many for each row that they hang on. */
  readonly #many = new Set<JoinedRow>()

  /**
   * @param deadline when to give up on rows that multiply; see `inTime`
   * @param isNested whether the record is a row that another query joins, perhaps one of many
   */
  constructor(record: string, deadline?: number, isNested = false) {
    this.record = record
    this.#deadline = deadline
    this.#isNested = isNested
  }

  /** The joins of a subquery about the row with this alias. */
  below(alias: string): Joins {
    return new Joins(alias, this.#deadline, true)
  }

  /** The row at a path from its parent; made at the first mention. */
  row(path: string, make: () => NewRow): JoinedRow {
    const known = this.#rows.get(path)
    if (known) return known
    const { parent, join, isMany, multiplies = false, ...origin } = make()
    const row: JoinedRow = {
      // No name of a collection has this sign. Around a nested query, other rows have the plain aliases.
      alias: `${this.#isNested ? `${this.record}/` : ''}#${this.#rows.size + 1}`,
      parent,
      join,
      isMany: isMany || parent?.isMany === true,
      multiplies: isMany || multiplies || parent?.multiplies === true,
      ...origin,
    }
    this.#rows.set(path, row)
    if (isMany || multiplies) this.#many.add(row)
    return row
  }

  /** The joins of the rows that each record has one of. */
  single(): Sql {
    return this.render([...this.#rows.values()].filter(row => !row.multiplies))
  }

  /** The joins of the given rows. A prefix makes them rows of their own. */
  render(rows: Iterable<JoinedRow>, prefix = ''): Sql {
    const wanted = new Set(rows)
    const aliasOf = (row: JoinedRow) => (wanted.has(row) ? prefix + row.alias : row.alias)
    const joins: Sql[] = []
    // Parents were made before their children.
    for (const row of this.#rows.values()) {
      if (!wanted.has(row)) continue
      const { table, on } = row.join(aliasOf(row), row.parent ? aliasOf(row.parent) : this.record)
      joins.push(sql` LEFT JOIN ${table} AS ${name(aliasOf(row))} ON ${this.#guarded(row, aliasOf(row), on)}`)
    }
    return join(joins, sql``)
  }

  /** All choices of rows of one kind are no more than a table has; those of several kinds may take for ever to look at. */
  #guarded(row: JoinedRow, alias: string, on: Sql): Sql {
    if (this.#deadline === undefined || !this.#many.has(row)) return on
    const isAlone = this.#many.size === 1 && !this.#isNested
    if (isAlone) return on
    // Records and elements of lists alike have a column of this name.
    return sql`${inTime(this.#deadline, name(alias, 'id'))} AND (${on})`
  }
}

/** Selects from joined rows alone, for the record of the query around it. Without any, there is one row of nulls. */
export const among = (joins: Sql, selected: Sql, where: Sql): Sql =>
  sql`SELECT ${selected} FROM (SELECT 1)${joins} WHERE ${where}`

/** The rows on the way to a row that a record may have many of, itself included, parents first. */
export const multiplyingRows = (row: JoinedRow | undefined): JoinedRow[] =>
  row?.multiplies ? [...multiplyingRows(row.parent), row] : []
