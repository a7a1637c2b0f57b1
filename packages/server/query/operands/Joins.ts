import type { Collection } from '@coffer/schema'
import type { Deadline } from '../../db/Deadline.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'

/** Returns the SQL that reads a value from the row with the alias. */
export type Read = (alias: string) => Sql

/** A table and the ON condition that joins its rows to another row. */
interface Join {
  table: Sql
  on: Sql
}

/** A row that is left-joined to the record, directly or through other rows. */
export interface JoinedRow {
  alias: string
  /** The row that it is joined to; undefined for the record itself. */
  parent: JoinedRow | undefined
  /** The collection of the row; undefined for an element of a list. */
  collection?: Collection
  /** Returns the join for the aliases of this row and of its parent. */
  join: (alias: string, parent: string) => Join
  /** Whether a path through this row is multi-valued, so that plain operators must hold for all of its rows. */
  isMany: boolean
  /** Whether one record can have more than one such row. */
  multiplies: boolean
  /** If the row is joined by its id: its table, and the column of the parent with the id. */
  byId?: { table: Read; id: Read; isSmall: boolean }
  /** If the row is an element of a list: the column of the parent with the list. */
  list?: Read
  /** Returns the sort key of the order of such rows, if they have one and are not read in it anyway. */
  order?: (alias: string) => Sql | undefined
}

/** The properties of a new row; `Joins` derives the others from its parent. */
type NewRow = Pick<JoinedRow, 'parent' | 'collection' | 'join' | 'isMany' | 'byId' | 'list' | 'order'> & { multiplies?: boolean }

/** The joined rows of one query, by path, so that all occurrences of a path refer to the same row. */
export class Joins {
  /** The alias of the record itself. */
  readonly record: string
  readonly #dialect: Dialect
  readonly #rows = new Map<string, JoinedRow>()
  readonly #deadline: Deadline | undefined
  readonly #isNested: boolean
  /** Rows that multiply their parent row. */
  readonly #multiplying = new Set<JoinedRow>()

  /**
   * @param deadline time limit for rows that multiply; see `Dialect.beforeDeadline`
   * @param isNested whether the record is itself a joined row of another query, which may have many of them
   */
  constructor(dialect: Dialect, record: string, deadline?: Deadline, isNested = false) {
    this.#dialect = dialect
    this.record = record
    this.#deadline = deadline
    this.#isNested = isNested
  }

  /** Returns the joins of a subquery on the row with this alias. */
  below(alias: string): Joins {
    return new Joins(this.#dialect, alias, this.#deadline, true)
  }

  /** Returns the row at a path, creating it at the first occurrence. */
  row(path: string, make: () => NewRow): JoinedRow {
    const known = this.#rows.get(path)
    if (known) return known
    const { parent, join, isMany, multiplies = false, ...origin } = make()
    const row: JoinedRow = {
      // Collection names contain no `#`. A nested query needs other aliases than the query around it.
      alias: `${this.#isNested ? `${this.record}/` : ''}#${this.#rows.size + 1}`,
      parent,
      join,
      isMany: isMany || parent?.isMany === true,
      multiplies: isMany || multiplies || parent?.multiplies === true,
      ...origin,
    }
    this.#rows.set(path, row)
    if (isMany || multiplies) this.#multiplying.add(row)
    return row
  }

  /** Renders the joins that do not multiply records: all, or only the joins of the given rows and of the rows that these are joined to. */
  single(read?: ReadonlySet<JoinedRow>): Sql {
    const needed = new Set<JoinedRow>()
    for (const row of read ?? this.#rows.values()) for (let at: JoinedRow | undefined = row; at; at = at.parent) needed.add(at)
    return this.render([...needed].filter(row => !row.multiplies))
  }

  /** Renders the joins of the given rows. With a prefix, they are independent of the same rows without it. */
  render(rows: Iterable<JoinedRow>, prefix = ''): Sql {
    const wanted = new Set(rows)
    const aliasOf = (row: JoinedRow) => (wanted.has(row) ? prefix + row.alias : row.alias)
    const joins: Sql[] = []
    // The map has parents before their children.
    for (const row of this.#rows.values()) {
      if (!wanted.has(row)) continue
      const { table, on } = row.join(aliasOf(row), row.parent ? aliasOf(row.parent) : this.record)
      joins.push(sql` LEFT JOIN ${table} AS ${name(aliasOf(row))} ON ${this.#guarded(row, aliasOf(row), on)}`)
    }
    return join(joins, sql``)
  }

  /** Adds the deadline to a join that multiplies rows. One such join reads at most a table, but several multiply each other. */
  #guarded(row: JoinedRow, alias: string, on: Sql): Sql {
    if (this.#deadline === undefined || !this.#multiplying.has(row)) return on
    const isAlone = this.#multiplying.size === 1 && !this.#isNested
    if (isAlone) return on
    // Tables and the elements of lists have a column `id`.
    return sql`${this.#dialect.beforeDeadline(this.#deadline, name(alias, 'id'))} AND (${on})`
  }
}

/** Compiles a subquery over joined rows of the outer query's record. Without matches, it has one row of nulls. */
export function selectFromJoins(joins: Sql, selected: Sql, where: Sql): Sql {
  return sql`SELECT ${selected} FROM (SELECT 1)${joins} WHERE ${where}`
}

/** Returns the multiplying rows on the path to a row, including itself, parents first. */
export function multiplyingRows(row: JoinedRow | undefined): JoinedRow[] {
  return row?.multiplies ? [...multiplyingRows(row.parent), row] : []
}
