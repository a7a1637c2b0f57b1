import type { SqlValue } from '@coffer/fields'
import type { PoolLoad } from '../metrics/ThreadLoad.ts'
import type { Sql, UntrustedSql } from './sql.ts'

/** `full`: acknowledged changes are on disk. `normal`: a power loss can undo the last commits. */
export type Durability = 'full' | 'normal'

/** The values of a row, in the order of the selected columns. */
export type Row = readonly SqlValue[]

/** Thrown when the texts in the result of a statement are longer than allowed. */
export class TooLongError extends Error {}

/** How the rows of a table are found by a unique key. The same object stands for the same table and columns. */
export interface LookUp {
  one: (key: string) => Sql
  many: (keys: readonly string[]) => Sql
  keyOf: (row: Row) => string
}

/** Runs statements that read. Each sees the last commit; inside a transaction, all of them see the same state. */
export interface Reader {
  /**
   * @param maxLength maximum characters of all texts together, to limit the memory of a read
   * @throws TooLongError when the result is longer
   */
  rows(statement: Sql, maxLength?: number): Promise<Row[]>
  row(statement: Sql): Promise<Row | undefined>
  /** Reads a row by its key. Defined if that is faster than a statement for each row. */
  rowByKey?(lookUp: LookUp, key: string): Promise<Row | undefined>
}

/** The schema object that an untrusted statement can define. A view of PostgreSQL is defined in a schema. */
export type Definition = { kind: 'view'; name: string; schema?: string } | { kind: 'index'; name: string; table: string }

/** The changes of a commit. */
export interface Changes {
  /** Ids of the collections whose records changed. */
  records: ReadonlySet<string>
  /** Whether collections themselves changed. */
  collections: boolean
}

/** Inspects untrusted queries. Each has to be a single statement that only reads. */
export interface QueryInspector {
  /** Returns the column names of a query without running it. */
  columnsOf(query: UntrustedSql): Promise<string[]>
  /** Returns the tables and views that a query reads, including the tables of views, without running it. */
  sourcesOf(query: UntrustedSql): Promise<Set<string>>
  /** Runs a query and returns its rows. */
  rowsOf(query: UntrustedSql): Promise<Row[]>
}

/** Converts an error of the database to the one that is thrown. */
export type ToError = (error: unknown) => unknown

/** The operations of a transaction. */
export interface Transaction extends Reader {
  /** Whether no other transaction runs at the same time, so that what is known of the last commit is still true until this one. */
  readonly runsAlone: boolean
  /** Runs a statement that changes rows or the schema. */
  run(statement: Sql): Promise<{ changes: number }>
  /**
   * Runs a statement that changes rows, and does not wait for it if that saves a round trip: its error is then thrown by a later
   * statement or by the commit.
   * @param toError converts the error, because code around this call may not catch it
   */
  send(statement: Sql, toError: ToError): Promise<void>
  /** Runs a statement that changes one row, and returns the columns after RETURNING. */
  runReturning(statement: Sql): Promise<Row | undefined>
  /** Runs statements that change rows sequentially. */
  runEach(statements: readonly Sql[]): Promise<void>
  /** Reports that the transaction changes records of a collection, so that caches are invalidated. */
  markRecordsChanged(collectionId: string): void
  /** Whether a transaction since the last commit has changed records of a collection. */
  hasChanged(collectionId: string): boolean
  /** Reports that the transaction changes collections: their names, fields or rules. */
  markCollectionsChanged(): void
  /**
   * Returns the column names of an untrusted query without running it.
   * @throws Error when the query is not a single statement that only reads
   */
  columnsOf: QueryInspector['columnsOf']
  /**
   * Runs an untrusted statement that defines a view or an index.
   * @throws Error when it is not a single statement that only defines this object
   */
  define(statement: UntrustedSql, definition: Definition): Promise<void>
  /** Runs work in a savepoint. If the work throws, only its own changes are rolled back. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs work in a savepoint, always rolls its changes back, and returns its result. */
  dryRun<T>(work: () => Promise<T>): Promise<T>
}

/** The read set of statements: the tables they read, and whether their results also depend on time or randomness. */
export interface ReadSet {
  tables: Set<string>
  isNondeterministic: boolean
}

/** A database engine. Another one, such as PostgreSQL, would have to implement this interface. */
export interface Engine extends Reader {
  /**
   * Runs work in a write transaction, which is rolled back if the work throws. The work can run more than once, for example when
   * the file is locked, so it must not have effects that a rollback cannot undo.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Calls a listener with the changes of each commit, before the transaction resolves. */
  onCommit(listener: (changes: Changes) => void): void
  /** Calls a listener within 100 ms after another program, such as `coffer admin`, has changed the database. */
  onExternalChange(listener: () => void): void
  /** Calls a listener now, and whenever the engine starts or stops rejecting transactions because of a failing disk. */
  onSuspensionChange(listener: (isSuspended: boolean) => void): void
  /** Maximum milliseconds between a commit and the call of the listeners of another thread. */
  readonly maxNotificationDelayMs: number
  /** Starts to trace reads. Returns a function that ends the trace, or undefined if the engine cannot trace. */
  traceReads(): (() => ReadSet) | undefined
  /** Adds a table to the current traces whose content comes from a cache. */
  traceRead(table: string): void
  /** Number of statements that failed because they read a view in a thread, where SQLite cannot be interrupted. */
  readonly rejectedViews: number
  /** Calls `work` with an inspector of untrusted queries, which uses a separate read-only connection. */
  inspectQueries<T>(work: (look: QueryInspector) => Promise<T>): Promise<T>
  /** Returns the load of its connection pools. Defined if it has some. */
  poolLoads?(): PoolLoad[]
  /** Returns the size of the database. Defined if the database does not consist of files of the data directory. */
  sizeInBytes?(): Promise<number>
  close(): Promise<void>
}
