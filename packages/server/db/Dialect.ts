import type { ColumnType } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'
import type { Sql } from './sql.ts'

/** The types of the columns that records have beside their fields. */
type SystemColumnType = 'recordId' | 'creationDate' | 'requiredText'

/** The operators of a comparison that is null if one of its operands is null. */
export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** Compiles the statement that reads one page of a table. */
export type ReadPage = (columns: Sql, limit: number, offset: number) => Sql

/**
 * The SQL that differs between databases, as pure functions. Other code builds its statements from these parts and from SQL that all
 * databases understand. A condition is true, false or null, as in SQL.
 */
export interface Dialect {
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
  /** Compares an operand with a bound pattern of `likePattern`, ignoring the case of ASCII letters. */
  like(value: Sql, pattern: string, isNegated: boolean): Sql
  /** Compares an operand with the pattern `%text%`, whose text is read from a row. */
  likeText(value: Sql, text: Sql, isNegated: boolean): Sql
  /** A boolean as an operand, which compares like the values of a bool field. */
  boolean(isTrue: boolean): Sql
  /** Converts ASCII letters to lower case. */
  lower(text: Sql): Sql
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

  /** The hour of a date, in the format of dates. */
  hour(date: Sql): Sql
  /**
   * A condition that is true until the deadline, and then ends the statement with a `DatabaseError` of the kind `deadline`.
   * @param deadline milliseconds on the `performance` clock of this thread
   * @param row a column, so that the condition is evaluated for each row
   */
  beforeDeadline(deadline: number, row: Sql): Sql

  /** How many times as long a quick statement can take as in SQLite, because it waits for the network and for other statements. */
  readonly latencyFactor: number
  /** The definition of a column after its name, with its default value. */
  columnType(type: ColumnType | SystemColumnType): Sql
}
