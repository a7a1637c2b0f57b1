import type { SqlValue } from '@coffer/fields'
import type { IndexDefinition } from '@coffer/schema'
import type { Lease } from '../runtime/cache/lease.ts'
import type { PoolLoad } from '../runtime/metrics/ThreadLoad.ts'
import type { Changes, CommitListener, DataEvent } from './commits.ts'
import type { Dialect } from './Dialect.ts'
import type { NodeCounters, NodeDuties, NodeIdentity, NodeMailbox, NodePolicy, NodeReport, NodeStatus } from './nodes.ts'
import type { StoredIndex, StoredView, ViewColumn, ViewDefinition } from './schemaObjects.ts'
import type { Sql, UntrustedSql } from './sql.ts'

/** `full`: acknowledged changes are on disk. `normal`: a power loss can undo the last commits. */
export type Durability = 'full' | 'normal'

/** The values of a row, in the order of the selected columns. */
export type Row = readonly SqlValue[]

/** The stored values of a record by column. */
export type StoredValues = Readonly<Record<string, SqlValue>>

/** Thrown when the texts in the result of a statement are longer than allowed. */
export class TooLongError extends Error {}

/** How the rows of a table are found by a unique key. The same object stands for the same table and columns. */
export interface KeyedLookup {
  one: (key: string) => Sql
  many: (keys: readonly string[], dialect: Dialect) => Sql
  keyOf: (row: Row) => string
}

/** Runs statements that read. Each sees the last commit; inside a transaction, all of them see the same state. */
export interface Reader {
  /** The SQL of the database. Statements are built with it, because its parts differ between databases. */
  readonly dialect: Dialect
  /** Reads and changes the tables, indexes and views of the database. */
  readonly schema: Schema
  /**
   * @param maxLength maximum characters of all texts together, to limit the memory of a read
   * @param maxRows maximum number of rows if the statement limits it, so that short rows can be read together
   * @throws TooLongError when the result is longer
   */
  rows(statement: Sql, maxLength?: number, maxRows?: number): Promise<Row[]>
  row(statement: Sql): Promise<Row | undefined>
  /** Reads a row by its key. Defined if that is faster than a statement for each row. */
  rowByKey?(lookUp: KeyedLookup, key: string): Promise<Row | undefined>
}

/** The schema object that an untrusted statement can define. A view of PostgreSQL is defined in a schema. */
export type Definition = { kind: 'view'; name: string; schema?: string } | { kind: 'index'; name: string; table: string }

/** Inspects untrusted queries. Each has to be a single statement that only reads. */
export interface QueryInspector {
  readonly dialect: Dialect
  /** Returns the column names of a query without running it. */
  columnsOf(query: UntrustedSql): Promise<string[]>
  /** Returns the tables and views that a query reads, including the tables of views, without running it. */
  sourcesOf(query: UntrustedSql): Promise<Set<string>>
  /** Runs a query and returns its rows. */
  rowsOf(query: UntrustedSql): Promise<Row[]>
  /**
   * Runs a query and returns its columns and rows.
   * @throws TooLongError when the rows have more characters than `maxLength`
   */
  resultOf(query: UntrustedSql, maxLength: number): Promise<QueryResult>
}

/** The result of an untrusted query. The type of a column is the one of its table in SQLite's words; '' for a computed value. */
export interface QueryResult {
  columns: { name: string; type: string }[]
  rows: Row[]
}

/** Converts an error of the database to the one that is thrown. */
export type ToError = (error: unknown) => unknown

/** What a statement has changed. */
export interface StatementResult {
  changes: number
  /** The rowid of the last row that was inserted. Only SQLite has one. */
  lastInsertId?: number
}

/** The operations of a transaction. */
export interface Transaction extends Reader {
  /** Whether no other transaction runs at the same time, so that what is known of the last commit is still true until this one. */
  readonly runsAlone: boolean
  /** Runs a statement that changes rows or the schema. */
  run(statement: Sql): Promise<StatementResult>
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
  /** Adds an event that is published when the transaction is committed. Rolling back, also to a savepoint, drops it. */
  emit(event: DataEvent): void
  /** Reports that the transaction changes records of a collection, so that caches are invalidated. */
  markRecordsChanged(collectionId: string): void
  /** Whether a transaction since the last commit has changed records of a collection. */
  hasChanged(collectionId: string): boolean
  /** Reports that the transaction changes collections: their names, fields or rules. */
  markCollectionsChanged(): void
  /** Reports that the transaction changes the settings or the web hooks. */
  markSettingsChanged(): void
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

/** The result of work that reads a view where SQLite cannot be interrupted. */
export const readsView = Symbol('reads a view')

/** What `runTurn` returns if the turn was ended. */
export const turnEnded = Symbol('the turn was ended')

/** A job that a process runs, and the holder of its claim. */
export interface ClaimedJob {
  job: string
  holder: string
}

/**
 * Claims the jobs that a node runs, for a minute at a time. `claim` returns false if another holder has the job. The next process of a
 * node is another holder, because jobs of the former one can go on.
 */
export interface NodeJobs {
  claim: (job: string, holder: string) => Promise<boolean>
  /** Claims a job for another minute. Returns false if another holder has claimed it since, also if that one has released it. */
  renew: (job: string, holder: string) => Promise<boolean>
  /** Whether no other holder has claimed a job. Until the transaction ends, their claims wait. */
  isHeld: (transaction: Reader, claimed: ClaimedJob) => Promise<boolean>
  release: (job: string, holder: string) => Promise<void>
  listClaimed: () => Promise<string[]>
}

/** A server that shares its database with others. It reads their commits from a log, and adds its own. */
export interface NodeLink {
  readonly name: string
  /** Number of the last change of collections that this node has applied. */
  readonly collections: number
  /** Milliseconds by which the clock of the database is ahead of the clock of this machine. */
  readonly clockOffsetMs: number
  readonly duties: NodeDuties
  readonly jobs: NodeJobs
  readonly mailbox: NodeMailbox
  readonly counters: NodeCounters
  /**
   * Begins to read the log, and to add commits to it.
   * @param findProblem returns why the node cannot use what is stored, as a sentence. Called now, and each time before the node serves
   * again after its lease has lapsed
   * @throws Error with a sentence for the command line if the running nodes have another key or version
   */
  join: (identity: NodeIdentity, policy: NodePolicy, findProblem: () => Promise<string | undefined>) => Promise<void>
  /** Resolves when a read of the log has ended that began after the call, so that everything committed before it is known. */
  catchUp: () => Promise<void>
  /** Stores the report of this node, so that all nodes can list it. */
  report: (report: NodeReport) => Promise<void>
  /** Returns the nodes of the database by name. Nodes that were stopped are not listed, killed ones for an hour. */
  list: () => Promise<NodeStatus[]>
  /** Sets the listener for renewals of the lease. Called when everything has been applied that was committed before the renewal. */
  onLease: (listener: (lease: Lease) => void) => void
}

/** A database engine, such as the one over SQLite files or the one over a PostgreSQL database. */
export interface Engine extends Reader {
  /**
   * Runs work in a write transaction, which is rolled back if the work throws. The work can run more than once, for example when
   * the file is locked, so it must not have effects that a rollback cannot undo.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Calls a listener with the changes of each commit, before the transaction resolves. */
  onCommit(listener: (changes: Changes) => void): void
  /** Sets the listener for the events of commits. Without one, events are dropped. */
  onEvents(listener: CommitListener): void
  /** Calls a listener within 100 ms after another program, such as `coffer admin`, has changed the database. */
  onExternalChange(listener: () => void): void
  /** Calls a listener now, and whenever the engine starts or stops rejecting transactions because of a failing disk. */
  onSuspensionChange(listener: (isSuspended: boolean) => void): void
  /** Milliseconds that a quick read can take. A database that is reached through a network has more of them. */
  readonly maxQuickReadMs: number
  /** Maximum milliseconds between a commit and the call of the listeners of another thread. */
  readonly maxNotificationDelayMs: number
  /** Starts to trace reads. Returns a function that ends the trace, or undefined if the engine cannot trace. */
  traceReads(): (() => ReadSet) | undefined
  /** Adds a table to the current traces whose content comes from a cache. */
  traceRead(table: string): void
  /**
   * Runs work. Returns `readsView` if one of its own statements failed because it reads a view in a thread, where SQLite cannot be
   * interrupted, whether or not the work has failed.
   */
  runWithoutViews<T>(work: () => Promise<T>): Promise<T | typeof readsView>
  /**
   * Runs work as a turn with a number. Returns `turnEnded` if `endTurn` has canceled one of its statements, whether or not the work has
   * failed. Defined if statements can be canceled.
   */
  runTurn?<T>(turn: number, work: () => Promise<T>): Promise<T | typeof turnEnded>
  /** Cancels the statements that a turn runs. */
  endTurn?(turn: number): Promise<void>
  /** Calls `work` with an inspector of untrusted queries, which uses a separate read-only connection. */
  inspectQueries<T>(work: (look: QueryInspector) => Promise<T>): Promise<T>
  /** The link to the other servers of the database. Defined in the thread of a node that writes. */
  readonly node?: NodeLink | undefined
  /** Returns the load of its connection pools. Defined if it has some. */
  poolLoads?(): PoolLoad[]
  /** Returns the size of the database. Defined if the database does not consist of files of the data directory. */
  sizeInBytes?(): Promise<number>
  close(): Promise<void>
}

/** Reads and changes the tables, indexes and views of a database. */
export interface Schema {
  /**
   * The statements that create the system tables: the tables of `data.db`, the log, the counts of log entries by hour, the deletions and
   * updates that can be undone, the queue of mails, the counts of attempts, the last review of access, the rule tests, and the
   * log of changes.
   */
  readonly systemTables: Readonly<
    Record<
      'data' | 'logs' | 'logHours' | 'undo' | 'mails' | 'attempts' | 'accessReviews' | 'ruleTests' | 'signIns' | 'events',
      readonly Sql[]
    >
  >
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
