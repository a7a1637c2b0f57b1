import type { ColumnType, SqlValue } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'
import type { Deadline } from './Deadline.ts'
import { type Sql, sql } from './sql.ts'

/** The types of the columns that records have beside their fields. */
type SystemColumnType = 'recordId' | 'creationDate' | 'requiredText'

/** The operators of a comparison that is null if one of its operands is null. */
export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** Compiles the statement that reads one page of a table. */
export type ReadPage = (columns: Sql, limit: number, offset: number) => Sql

/** A sort key of rows. */
export interface SortKey {
  key: Sql
  /** Returns the term of `ORDER BY` for the key, or for a column that has its value. */
  term: (key: Sql) => Sql
}

/**
 * The positions in the log of changes. A position stands for the changes that were visible when it was taken. Numbers of rows would not
 * do: PostgreSQL assigns them before the commit, so a row can become visible after one with a higher number.
 */
interface LogPosition {
  /** The position before all changes. */
  first: string
  /** The current position. */
  current: Sql
  /** Whether a row of `_cofferEvents` belongs to a position. */
  includes: (position: Sql) => Sql
  /**
   * Matches rows of `_cofferEvents` above an id that a position does not include. Uses an index, because rows that all readers have
   * handled stay for a minute.
   */
  isAfter: (position: string, id: number) => Sql
  /**
   * Whether this database may have reached a position. A copy of a PostgreSQL database in another server counts its transactions from
   * the start.
   */
  isPossible: (position: Sql) => Sql
}

/** The coordinates of a point in degrees. */
interface PointSql {
  lon: Sql
  lat: Sql
}

/**
 * The SQL that differs between databases, as pure functions. Other code builds its statements from these parts and from SQL that all
 * databases understand. A condition is true, false or null, as in SQL.
 */
export interface Dialect {
  /**
   * A query with one column: each row of another query as a JSON object. Absent if the names of the columns of any query can be asked
   * for without it.
   */
  rowsAsJson?: (query: Sql) => Sql
  /**
   * A column as an operand. All operands are columns, results of other functions of the dialect, bound values, `NULL` or `''`.
   * @param isOfView a column of a view can have another type in the database
   * @param affinity the affinity of a column of a view, if it is not that of the type
   */
  column(column: Sql, type: ColumnType, isOfView: boolean, affinity?: Affinity): Sql
  /** Compares two operands by the rules of SQLite, which convert texts and numbers to each other in some cases. */
  compare(left: Sql, operator: Comparison, right: Sql): Sql
  /** Compares two operands, either of which can be null. Null equals only null. */
  isSame(left: Sql, right: Sql): Sql
  isDifferent(left: Sql, right: Sql): Sql
  /** Compares two operands like `isSame`, but null equals empty text, and no operand is converted. */
  isSameOrEmpty(left: Sql, right: Sql): Sql
  isDifferentAndNotEmpty(left: Sql, right: Sql): Sql
  /** Whether a value is null or empty text. */
  isEmpty(value: Sql): Sql
  isNotEmpty(value: Sql): Sql
  /**
   * Compares an operand with a bound pattern, ignoring the case of ASCII letters.
   * @param deadline if set, it is checked before the comparison of a long value
   */
  like(value: Sql, pattern: string, isNegated: boolean, deadline: Deadline | undefined): Sql
  /**
   * Whether an operand contains a bound text, which is not empty, ignoring the case of ASCII letters. Has the result of `like`, and takes
   * longer than it except for texts that repeat themselves.
   * @param deadline see `like`
   */
  includesText(value: Sql, text: string, isNegated: boolean, deadline: Deadline | undefined): Sql
  /**
   * Compares an operand with the pattern `%text%`, whose text is read from a row. False, also if it is negated, where the comparison
   * could take longer than about 0.2 seconds.
   * @param deadline if set, it is checked before a comparison that can take long
   */
  likeText(value: Sql, text: Sql, isNegated: boolean, deadline: Deadline | undefined): Sql
  /** A boolean as an operand, which compares like the values of a bool field. */
  boolean(isTrue: boolean): Sql
  /** A condition as such an operand; false if it is null. */
  truth(condition: Sql): Sql
  /** Converts ASCII letters to lower case. */
  lower(text: Sql): Sql
  /** Compares a text column with a text as an index with `COLLATE NOCASE` does, so that the index is used. */
  equalsIgnoringCase(column: Sql, text: string): Sql
  /** Formats a date as SQLite's `strftime()`, after moving it by modifiers such as `+1 day`. Null for anything but a date. */
  formattedDate(format: string, date: Sql, modifiers: readonly string[]): Sql
  /**
   * The distance of two points on the earth in kilometers, rounded to millimeters: further digits depend on the database. Null if a
   * coordinate is no number.
   */
  distance(from: PointSql, to: PointSql): Sql
  /** Whether a value is in a list of texts or numbers of any length. */
  inIds(value: Sql, ids: readonly (string | number)[]): Sql

  /** The elements of a list column as a table with the column `value`. Any value that is not JSON is the only element of its list. */
  elements(list: Sql): Sql
  /** The texts as a table with the column `value`, in their order. */
  tableOfTexts(texts: readonly string[]): Sql
  /** The column `value` of `elements` or `tableOfTexts` as an operand. */
  element(value: Sql): Sql
  /** Whether a list column contains the text. */
  contains(list: Sql, text: Sql): Sql
  /** The number of elements of a list column; 0 for null and empty text. */
  listLength(list: Sql): Sql
  /** The number of texts in a column with a single text: 0 or 1. */
  textLength(text: Sql): Sql
  /** Rules out most lists that do not contain the text, without parsing them. */
  listMayContain(list: Sql, text: Sql): Sql
  /** Aggregates values to a JSON array, ordered by `order` where rows have no order of their own. */
  jsonArray(value: Sql, order: Sql | undefined): Sql
  /** The value at a path in a JSON column. Invalid JSON is treated as a string. */
  jsonAt(json: Sql, path: readonly string[]): Sql
  /** Converts the value of a column with a single value to a list. */
  toList(value: Sql): Sql
  /** Converts a list to its last element; empty text if it has none. */
  lastOf(list: Sql): Sql

  /** A number that each row of a table has beside its columns. It grows with each insertion. */
  readonly rowNumber: Sql
  readonly random: Sql
  /** @param isNullable whether the key can be null, which is smaller than all values */
  orderKey(key: Sql, isDescending: boolean, isNullable: boolean): Sql
  /** The sort key of the order of insertion, for the table with an alias; undefined if the rows are read in this order anyway. */
  insertionOrder(alias: Sql): Sql | undefined
  /**
   * The last sort keys for the rows of a view with an alias, so that pages neither repeat nor skip rows.
   * @param isSorted whether other keys come before
   */
  viewOrder(alias: Sql, isSorted: boolean): readonly Sql[]
  /** The sort key of the order of the elements of `elements`. */
  elementOrder(alias: Sql): Sql | undefined
  /** A table whose rows are read in the order of their insertion, even if an index seems faster. */
  inRowOrder(table: Sql): Sql
  /** The same value, for which no index is used. */
  withoutIndex(value: Sql): Sql
  /**
   * Compiles the statement that reads a page of a whole table, the latest date first, faster than by sorting the table.
   * Rows with the same date are in row order, as with an ordinary sort.
   */
  newestFirst(table: Sql, date: Sql): ReadPage
  /**
   * Compiles the statement that sorts only the keys of rows, and then reads the rows of the page. Defined if the database holds in memory
   * what it sorts; otherwise, it stores on the disk what is too long.
   * @param matching `FROM …` with the table, and `WHERE …`
   * @param last the last terms of `ORDER BY`
   */
  sortedRows?(table: Sql, matching: Sql, keys: readonly SortKey[], last: readonly Sql[]): ReadPage
  /**
   * Compiles such a statement that also counts the matching rows: each row of the page ends with their number. Rows with equal keys are
   * in row order.
   * @param maxRows number of rows up to which the page and the number are right; the number is greater if more rows match
   */
  countedRows?(table: Sql, matching: Sql, keys: readonly SortKey[], maxRows: number): ReadPage

  /** The positions in the log of changes, as texts. */
  readonly logPosition: LogPosition

  /** The hour of a date, in the format of dates. */
  hour(date: Sql): Sql
  /**
   * A condition that is true until the deadline, and then ends the statement with a `DatabaseError` of the kind `deadline`.
   * On SQLite it looks at the clock only at some rows, chosen at random.
   * @param row a column, so that the condition is evaluated for each row
   */
  beforeDeadline(deadline: Deadline, row: Sql): Sql

  /** The stored values of records, a JSON array, as a table with the column `value`. */
  storedRecords(records: string): Sql
  /** The value of a column in the column `value` of `storedRecords`. It compares like the column. */
  storedIn(record: Sql, column: string, type: ColumnType): Sql
  /** A stored value of a column of this type, which compares like the column. */
  stored(value: SqlValue, type: ColumnType): Sql
  /** The definition of a column after its name, with its default value. */
  columnType(type: ColumnType | SystemColumnType): Sql
}

/** SQLite's default for SQLITE_MAX_LIKE_PATTERN_LENGTH, without the two `%` around the pattern. */
export const maxPatternBytes = 50_000 - 2
/** Characters that `LIKE` compares in about 0.1 s. It compares each character of a value with up to all of a pattern. */
export const maxLikeSteps = 100_000_000
/** Bytes that a search for a text without wildcards compares in about 0.1 s: many at once. */
export const maxSearchSteps = 5_000_000_000
/** Length of a value from which comparisons with it can check the deadline. */
export const longValueBytes = 100_000

/** Converts ASCII letters to lower case, as the databases do. */
export function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

/** The cosine of the angle between two points on a sphere, from latitudes and longitudes in radians. */
export function cosineOfDistance(latA: Sql, lonA: Sql, latB: Sql, lonB: Sql): Sql {
  return sql`(cos(${latA}) * cos(${latB}) * cos(${lonB} - ${lonA}) + sin(${latA}) * sin(${latB}))`
}
