import type { SqlValue } from '@coffer/fields'
import type { ReadNote } from './ReadTrace.ts'
import type { ForeignSql, Sql } from './sql.ts'

/** One row, its values in the order of the selected columns. */
export type Row = readonly SqlValue[]

/** The texts of the rows that a statement gives are longer than allowed. */
export class TooLongError extends Error {}

/** Reads. Each statement sees the last commit; several inside a transaction see one state. */
export interface Reader {
  /**
   * @param maxLength characters of all texts together; a reader stops there instead of filling its memory
   * @throws TooLongError beyond them
   */
  rows(statement: Sql, maxLength?: number): Promise<Row[]>
  row(statement: Sql): Promise<Row | undefined>
}

/** What a statement from outside may define. */
export type Definition = { kind: 'view'; name: string } | { kind: 'index'; name: string; table: string }

/** What a commit has changed. */
export interface Changes {
  /** The ids of the collections whose records are not what they were. */
  records: ReadonlySet<string>
  /** Whether the collections themselves are not what they were. */
  collections: boolean
}

/** Looks at queries from outside, each of which has to be a single statement that does nothing but read. */
export interface QueryLook {
  /** Names of the columns of a query, which is not run. */
  columnsOf(query: ForeignSql): Promise<string[]>
  /** Names of the tables and views that a query, which is not run, reads: behind views as well. */
  sourcesOf(query: ForeignSql): Promise<Set<string>>
  /** The rows that a query yields. */
  rowsOf(query: ForeignSql): Promise<Row[]>
}

/** What a transaction may do. */
export interface Transaction extends Reader {
  /** Runs a statement that changes rows or tables. */
  run(statement: Sql): Promise<{ changes: number }>
  /** Runs statements that change rows, one after the other. */
  runEach(statements: readonly Sql[]): Promise<void>
  /** Says that records of a collection change, by its id, for those who keep what they have read of it. */
  changesRecords(collectionId: string): void
  /** Whether records of a collection, by its id, have been changed since the last commit. */
  hasChanged(collectionId: string): boolean
  /** Says that the collections themselves change: what they are called, their fields, their rules. */
  changesCollections(): void
  /**
   * Names of the columns of a query from outside, which is not run.
   * @throws Error when it is no single statement that does nothing but read
   */
  columnsOf: QueryLook['columnsOf']
  /**
   * Runs a statement that holds text from outside.
   * @throws Error when it is no single statement that defines this object and does nothing else
   */
  define(statement: ForeignSql, definition: Definition): Promise<void>
  /** Runs work as a part of the transaction: when it throws, its changes alone are undone. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs work whose changes are always undone, and gives its result: a rehearsal. */
  dryRun<T>(work: () => Promise<T>): Promise<T>
}

/** A storage engine: what a second one (say, PostgreSQL) would have to offer as well. */
export interface Engine extends Reader {
  /**
   * Runs work in one write transaction: all of it or, when it throws, nothing. The closure may run more than once
   * (a busy file is tried again), so it must not do anything that a rollback cannot undo.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Has a listener told, after each commit and before its transaction settles, of what has changed. */
  whenChanged(listener: (changes: Changes) => void): void
  /** Has a listener told, within a moment, that another program has written into the file. */
  whenChangedOutside(listener: () => void): void
  /** Calls a listener now, and whenever a failing disk makes the engine reject transactions or lets it accept them again. */
  whenSuspended(listener: (isSuspended: boolean) => void): void
  /** Begins to note what is read; the result ends it. Undefined where nobody can tell. */
  noteReads(): (() => ReadNote) | undefined
  /** Counts a table as read whose content is known from before, while reads are noted. */
  noteRead(table: string): void
  /** How many statements failed because they read a view in a thread, where SQLite cannot be interrupted. */
  readonly rejectedViews: number
  /** Lets work look at queries from outside, over a connection of its own that cannot write. */
  lookInto<T>(work: (look: QueryLook) => Promise<T>): Promise<T>
  close(): Promise<void>
}
