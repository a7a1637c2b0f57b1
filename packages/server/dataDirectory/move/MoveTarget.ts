import type { ViewCollection } from '@coffer/schema'
import type { Engine, Row, Transaction } from '../../db/engine.ts'
import type { Sql } from '../../db/sql.ts'
import type { MovedColumn } from './columnValues.ts'
import type { MoveSource } from './MoveSource.ts'

/** A new database that content is copied into. */
export interface MoveTarget {
  /** The database with the tables of `data.db`. */
  readonly data: Engine
  /** All databases of the target. */
  readonly engines: readonly Engine[]
  /** Returns the database of a table. */
  engineOf(table: string): Engine
  /** Creates the system tables that are missing and that the source has. */
  createSystemTables(source: MoveSource): Promise<void>
  /**
   * Creates the view of a collection whose query fails, in the state in which the database keeps such views.
   * @returns false if the copy would lose a view that works
   */
  createBrokenView(transaction: Transaction, source: MoveSource, view: ViewCollection): Promise<boolean>
  /** Returns the columns of a table that source and target have. */
  sharedColumns(source: MoveSource, table: string): Promise<SharedColumns>
  /** Returns a function that creates the statements which insert rows of the source; the first value of a row is its number. */
  inserting(table: string, columns: SharedColumns): (rows: readonly Row[]) => Sql[]
  /** Completes a table after its rows are copied. */
  finishTable(table: string, columns: SharedColumns): Promise<void>
}

/** The columns that are copied. */
export interface SharedColumns {
  columns: readonly MovedColumn[]
  /** Whether the table in PostgreSQL has a column with the number of each row. */
  hasRowNumbers: boolean
}
