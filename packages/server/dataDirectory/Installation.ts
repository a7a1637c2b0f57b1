import type { Engine } from '../db/engine.ts'
import type { LogReader, LogStore } from '../logs/LogStore.ts'
import type { ConnectionEpoch } from '../runtime/cache/ConnectionEpoch.ts'

export interface OpenOptions {
  /** Returns a number that changes with the collections. */
  schemaVersion: () => number
  /** Which connections to a database server can go on being used; absent if no other thread shares it. */
  connections?: ConnectionEpoch
}

/** The database and the log of a server, wherever they are. Each thread opens the parts that it needs. */
export interface Installation {
  /** Whether one thread runs several reads at once. */
  readonly readsConcurrently: boolean
  /**
   * Asserts that the data directory can be served.
   * @throws Error with a sentence for the command line
   */
  assertKnown: () => void
  /**
   * Asserts that a new database would not be created beside files of an instance.
   * @throws Error with a sentence for the command line
   */
  assertNotLost: () => void
  /**
   * Asserts that there is a database.
   * @throws Error with a sentence for the command line
   */
  assertPresent: () => void
  /** Whether a server may run on it. */
  mayBeServed: () => boolean
  /**
   * Runs work while no other program runs migrations.
   * @throws Error with a sentence for the command line
   */
  withMigrationLock: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Opens the database for the thread of a server that writes. Creates a missing database.
   * @throws Error with a sentence for the command line
   */
  openDatabase: (options: OpenOptions) => Promise<Engine>
  /**
   * Opens the database for a command, while a server may run on it.
   * @throws Error with a sentence for the command line
   */
  openForCommand: () => Promise<Engine>
  /**
   * Opens the database to read all of it, while a server may run on it.
   * @throws Error with a sentence for the command line
   */
  openToExamine: () => Promise<Engine>
  /**
   * Opens the database for a thread that only reads.
   * @param options.allowsViews whether statements can read views although SQLite cannot interrupt them
   */
  openReader: (options: OpenOptions & { allowsViews?: boolean }) => Promise<Engine>
  /**
   * Opens the log for writing. Only one thread of a process does.
   * @param takeDamageReport returns whether a reader has found damage since the last call
   * @throws Error with a sentence for the command line
   */
  openLogStore: (takeDamageReport: () => boolean, connections: ConnectionEpoch) => Promise<LogStore>
  /** Whether data needs space on the disk that the log can free. */
  mustLogShrink: () => Promise<boolean>
  /**
   * Opens the log for reading.
   * @param db the open database
   * @param onDamage called when a read finds that the log is damaged
   */
  openLogReader: (db: Engine, onDamage: () => void) => Promise<LogReader>
}
