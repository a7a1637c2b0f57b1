import type { Reader, Row } from '../../db/engine.ts'
import type { BatchSizes } from '../../db/readBatches.ts'

/** The numbers of rows that are copied at once. */
export const copiedRows: BatchSizes = { first: 20, max: 2000 }

/** A database whose content is copied. It must not change in the meantime. */
export interface MoveSource {
  /** Reads the tables of `data.db`. */
  readonly data: Reader
  /** Returns what reads a table. */
  readerOf(table: string): Reader
  /** Returns the names of the views in the order of their creation. */
  views(): Promise<string[]>
  /** Whether a view exists and its query works. */
  isReadable(view: string): Promise<boolean>
  /** Returns the names of all tables and views. */
  tables(): Promise<string[]>
  columns(table: string): Promise<string[]>
  hasTable(table: string): Promise<boolean>
  count(table: string): Promise<number>
  /**
   * Reads the rows of a table in their order.
   * @param after number of the last row to skip; a row without a number has its position
   * @returns batches of rows; the first value of each row is its number
   */
  rows(table: string, columns: readonly string[], after?: number | bigint): AsyncGenerator<Row[]>
}
