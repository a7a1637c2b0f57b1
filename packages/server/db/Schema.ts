import type { ColumnType } from '@coffer/fields'
import type { Affinity, IndexDefinition } from '@coffer/schema'
import type { Reader, Transaction } from './engine.ts'
import type { Sql } from './sql.ts'

/** The table with the progress of a move into a database. Until the move is complete, no server opens the database. */
export const moveProgressTable = '_coffer_move'

/** An index in the database. */
export interface StoredIndex {
  name: string
  table: string
  /** The CREATE INDEX statement; undefined for an index without one, such as the index of a primary key. */
  statement: string | undefined
}

/** A view in the database. */
export interface StoredView {
  name: string
  /** The statement that defines the view, as `restoreView` expects it. */
  statement: string
  /** The columns, if the database does not store their full names with the statement. */
  columns?: readonly string[]
}

/** A column of a view, with its affinity if that is not the one of its type. */
interface ViewColumn {
  name: string
  affinity: Affinity | undefined
}

/** A view to be created. */
export interface ViewDefinition {
  name: string
  /** The query in SQLite's syntax. It may contain text from a user. */
  query: string
  /** The types of the columns by which records are read. */
  columns: ReadonlyMap<string, ColumnType>
}

/** Reads and changes the tables, indexes and views of a database. */
export interface Schema {
  /**
   * The statements that create the system tables: those of `data.db`, the log, the counts of log entries by hour, the deletions and
   * updates that can be undone, the queue of mails, and the counts of attempts.
   */
  readonly systemTables: Readonly<Record<'data' | 'logs' | 'logHours' | 'undo' | 'mails' | 'attempts', readonly Sql[]>>
  /** The definition of the column that numbers the rows of a record table; empty if each table has such a number anyway. */
  readonly rowNumberColumns: readonly Sql[]
  hasTable(reader: Reader, table: string): Promise<boolean>
  /** Returns the names of all tables and views. */
  tables(reader: Reader): Promise<string[]>
  /** Returns the columns of a table or view. */
  columns(reader: Reader, table: string): Promise<string[]>
  /** Returns the columns of a view. */
  viewColumns(reader: Reader, view: string): Promise<ViewColumn[]>
  /** Returns the views, each after the views that it reads. */
  views(reader: Reader): Promise<StoredView[]>
  /** Finds an index by name, on any table, ignoring case. */
  findIndex(reader: Reader, index: string): Promise<StoredIndex | undefined>
  /** Returns all indexes of a table. */
  indexes(reader: Reader, table: string): Promise<StoredIndex[]>
  /** Estimates the number of rows of each table, in a time that does not depend on it. Deleted rows can be included. */
  sizes(reader: Reader, tables: readonly string[]): Promise<number[]>
  /** Renames a table, also if only the case of its name changes. */
  renameTable(transaction: Transaction, from: string, to: string): Promise<void>
  /** Drops a table and the views that cannot exist without it. */
  dropTable(transaction: Transaction, table: string): Promise<void>
  /** @throws Error for a name that the database reserves, or that a table, view or index has in any case */
  assertFreeName(reader: Reader, name: string): Promise<void>
  /**
   * Stores the full names of a table or view and its columns if they are longer than the database stores. Has to be called after each
   * change of names.
   * @throws Error for a table with two columns whose names differ only in case
   */
  storeNames(transaction: Transaction, table: string, columns: readonly string[]): Promise<void>
  /** @throws Error when the index contains anything but columns and expressions of its table */
  createIndex(transaction: Transaction, index: IndexDefinition): Promise<void>
  /** Changes the statement of an index after its columns have been renamed. */
  renameInIndex(transaction: Transaction, index: IndexDefinition): Promise<void>
  /** @throws Error when the query is not a single query that only reads */
  createView(transaction: Transaction, view: ViewDefinition): Promise<void>
  /**
   * Drops a view if it exists.
   * @returns the views that were dropped with it because they read it
   */
  dropView(transaction: Transaction, view: string): Promise<StoredView[]>
  /** Creates a view again that was dropped. */
  restoreView(transaction: Transaction, view: StoredView): Promise<void>
}
