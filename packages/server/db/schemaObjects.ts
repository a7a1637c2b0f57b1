import type { ColumnType } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'

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
export interface ViewColumn {
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
