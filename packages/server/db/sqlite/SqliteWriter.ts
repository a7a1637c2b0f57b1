import { closeSync, openSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { printError } from '../../runtime/terminal.ts'
import type { Changes, CommitListener } from '../commits.ts'
import type { Durability, Engine, Transaction } from '../engine.ts'
import { Checkpoints } from './Checkpoints.ts'
import { Connection } from './Connection.ts'
import { isSyncFailure } from './classifyError.ts'
import { DiskSpace } from './DiskSpace.ts'
import { inspectQueries } from './inspectQueries.ts'
import { LogRecovery } from './LogRecovery.ts'
import { sqliteDialect } from './sqliteDialect.ts'
import { sqliteSchema } from './sqliteSchema.ts'
import { TransactionQueue } from './TransactionQueue.ts'
import { WalSync } from './WalSync.ts'
import { WriteGate } from './WriteGate.ts'

/** Milliseconds between two checks for changes by other programs. */
export const externalChangeIntervalMs = 100

/**
 * The engine of the only thread that writes. Reads outside of a transaction use a separate connection, so they never see
 * uncommitted changes.
 */
export class SqliteWriter implements Engine {
  readonly dialect = sqliteDialect
  readonly schema = sqliteSchema
  readonly maxQuickReadMs = 10
  readonly maxNotificationDelayMs = 20
  readonly #path: string
  readonly #connection: Connection
  readonly #reader: Connection
  readonly #queue: TransactionQueue
  readonly #checkpoints: Checkpoints
  readonly #sync: WalSync | undefined
  readonly #gate: WriteGate
  readonly #recovery: LogRecovery
  readonly #space: DiskSpace
  /** A descriptor of the database file for syncing it; undefined if commits do not have to be durable. */
  readonly #file: number | undefined
  #externalChangeTimer: NodeJS.Timeout | undefined
  readonly #listeners: ((changes: Changes) => void)[] = []

  /** @param durability whether resolved transactions survive a power loss */
  constructor(path: string, durability: Durability = 'full') {
    this.#path = path
    this.#connection = new Connection(path, { readOnly: false })
    this.#reader = new Connection(path, { readOnly: true })
    const committed = (changes: Changes) => {
      for (const listener of this.#listeners) listener(changes)
      this.#checkpoints.committed(changes)
    }
    // On file systems without shared memory, SQLite uses a rollback journal instead of a WAL, and has to sync commits itself.
    const hasWal = this.#connection.value('PRAGMA journal_mode') === 'wal'
    if (durability === 'full' && !hasWal) this.#connection.execute('PRAGMA synchronous = FULL')
    const sync = durability === 'full' && hasWal ? new WalSync(path) : undefined
    this.#sync = sync
    this.#recovery = new LogRecovery(path, this.#connection)
    this.#space = new DiskSpace(path, this.#connection)
    this.#gate = new WriteGate({ name: basename(path), recover: () => this.#recover() })
    this.#queue = new TransactionQueue(this.#connection, committed, this.#gate, {
      ...(sync && { flush: () => sync.flush() }),
      // The disk can be nearly full for a long time because of other programs, so transactions do not wait for reads each time.
      assertSpace: () => this.#space.assert(() => this.#freeSpace(0)),
      freeSpace: () => this.#freeSpace(),
    })
    this.#file = sync && openSync(path, 'r+')
    this.#checkpoints = new Checkpoints({ path, file: this.#file }, this.#connection, {
      between: (action, options) => this.#queue.between(action, options),
      isSuspended: () => this.#gate.isClosed,
      failed: error => this.#gate.close(error),
    })
  }

  /**
   * Recovers the write-ahead log of an earlier process, because that process could have ended after a failed sync. Until the
   * recovery succeeds, transactions are rejected.
   */
  async adoptLog(): Promise<void> {
    if (this.#hasLog()) await this.#recover().catch(error => this.#gate.close(error))
  }

  #hasLog(): boolean {
    return (statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  }

  /**
   * Empties the log to free space on a disk that is nearly full.
   * @returns whether the log is empty now
   */
  #freeSpace(waitMs?: number): boolean {
    // After a failed sync, the log can contain the only copy of pages, so only a recovery can empty it.
    if (this.#gate.isClosed || !this.#hasLog()) return false
    try {
      this.#space.trimLog()
      return this.#recovery.emptyLog(waitMs)
    } catch (error) {
      if (isSyncFailure(error)) this.#gate.close(error)
      return false
    }
  }

  async #recover(): Promise<void> {
    await this.#checkpoints.idle()
    await this.#queue.between(async () => {
      this.#recovery.rewriteLog()
      // A long read, or a program that replicates the log, prevents emptying it. That is no failure, because the log is on the disk.
      this.#recovery.emptyLog()
    })
  }

  onSuspensionChange(listener: (isSuspended: boolean) => void): void {
    this.#gate.watch(listener)
  }

  rows: Engine['rows'] = (...args) => this.#reader.rows(...args)
  row: Engine['row'] = statement => this.#reader.row(statement)

  inspectQueries: Engine['inspectQueries'] = work => inspectQueries(this.#path, work)

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  onCommit(listener: (changes: Changes) => void): void {
    this.#listeners.push(listener)
  }

  onEvents(listener: CommitListener): void {
    this.#queue.eventListener = listener
  }

  onExternalChange(listener: () => void): void {
    let lastVersion = this.#version()
    this.#externalChangeTimer = setInterval(() => {
      const version = this.#version()
      if (version !== lastVersion) listener()
      lastVersion = version
    }, externalChangeIntervalMs).unref()
  }

  /** Runs work. A writer can read views, because only admins and rules make it do so. */
  runWithoutViews<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  traceReads(): undefined {
    return undefined
  }

  traceRead(): void {
    // A writer does not trace reads.
  }

  /** Runs statements without parameters between two transactions, for pragmas. */
  execute(text: string): Promise<void> {
    return this.#queue.between(async () => {
      if (!this.#gate.isClosed) this.#connection.execute(text)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#externalChangeTimer)
    await this.#gate.stop()
    await this.#checkpoints.close()
    await this.#queue.between(async () => {
      this.#sync?.close()
      this.#reader.close()
      this.#emptyLog()
      this.#connection.close()
      // Closing a descriptor releases all locks of the process on the file, so SQLite has to close the database first.
      if (this.#file !== undefined) closeSync(this.#file)
      this.#recovery.close()
    })
  }

  /** Empties the log. If a long read or a failing disk prevents it, the next start recovers the log. */
  #emptyLog(): void {
    try {
      if (this.#gate.isClosed) this.#recovery.rewriteLog()
      this.#recovery.emptyLog()
    } catch (error) {
      printError`Error: ${basename(this.#path)}-wal could not be emptied. The next start will empty it. ${error}`
    }
  }

  /** Changes with each commit of another program, but not with commits of this connection. */
  #version(): unknown {
    return this.#connection.value('PRAGMA data_version')
  }
}
