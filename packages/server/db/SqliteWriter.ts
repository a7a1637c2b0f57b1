import { closeSync, openSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Checkpoints } from './Checkpoints.ts'
import { Connection } from './Connection.ts'
import { DiskRoom } from './DiskRoom.ts'
import type { Changes, Engine, Transaction } from './engine.ts'
import { LogRecovery } from './LogRecovery.ts'
import { lookInto } from './lookInto.ts'
import type { Durability } from './openDatabase.ts'
import { isSyncFailure } from './sqliteErrors.ts'
import { TransactionQueue } from './TransactionQueue.ts'
import { WalSync } from './WalSync.ts'
import { WriteGate } from './WriteGate.ts'

/** Milliseconds between two looks at whether another program has written. */
export const lookEvery = 100

/**
 * The engine of the one thread that writes. Reads outside of a transaction go through a connection of their own, so they never
 * see what is not committed.
 */
export class SqliteWriter implements Engine {
  readonly #path: string
  readonly #connection: Connection
  readonly #reader: Connection
  readonly #queue: TransactionQueue
  readonly #checkpoints: Checkpoints
  readonly #sync: WalSync | undefined
  readonly #gate: WriteGate
  readonly #recovery: LogRecovery
  readonly #room: DiskRoom
  /** The file of the database, opened beside SQLite; undefined where nothing has to be on disk at a certain time. */
  readonly #file: number | undefined
  #lookout: NodeJS.Timeout | undefined
  readonly rejectedViews = 0
  readonly #listeners: ((changes: Changes) => void)[] = []

  /** @param durability whether a transaction that has settled survives a loss of power */
  constructor(path: string, durability: Durability = 'full') {
    this.#path = path
    this.#connection = new Connection(path, { readOnly: false })
    this.#reader = new Connection(path, { readOnly: true })
    const committed = (changes: Changes) => {
      for (const listener of this.#listeners) listener(changes)
      this.#checkpoints.committed(changes)
    }
    // On file systems that cannot share memory SQLite keeps another journal, and then waits for the disk itself.
    const isLogged = this.#connection.value('PRAGMA journal_mode') === 'wal'
    if (durability === 'full' && !isLogged) this.#connection.execute('PRAGMA synchronous = FULL')
    const sync = durability === 'full' && isLogged ? new WalSync(path) : undefined
    this.#sync = sync
    this.#recovery = new LogRecovery(path, this.#connection)
    this.#room = new DiskRoom(path, this.#connection)
    this.#gate = new WriteGate({ name: basename(path), recover: () => this.#recover() })
    this.#queue = new TransactionQueue(this.#connection, committed, this.#gate, {
      ...(sync && { flush: () => sync.flush() }),
      // Other programs may have taken the room of the disk for long, so a change does not wait for reads each time.
      assertRoom: () => this.#room.assert(() => this.#makeRoom(0)),
      makeRoom: () => this.#makeRoom(),
    })
    this.#file = sync && openSync(path, 'r+')
    this.#checkpoints = new Checkpoints({ path, file: this.#file }, this.#connection, {
      between: action => this.#queue.between(action),
      failed: error => this.#gate.close(error),
    })
  }

  /**
   * Brings what an earlier process left in the write-ahead log onto the disk, because that process may have ended after a failed sync.
   * While it cannot be done, transactions are rejected.
   */
  async adoptLog(): Promise<void> {
    if (!this.#hasLog()) return
    try {
      if (await this.#recover()) return
      this.#gate.close(new Error('another program still reads from an earlier state'))
    } catch (error) {
      this.#gate.close(error)
    }
  }

  #hasLog(): boolean {
    return (statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  }

  /**
   * Gives the room of the log back to a disk that is nearly full.
   * @returns whether the log is empty now
   */
  #makeRoom(waitMs?: number): boolean {
    // After a failed sync the log may hold the only copy of pages: only a recovery may empty it then.
    if (this.#gate.isClosed || !this.#hasLog()) return false
    try {
      this.#room.trimLog()
      return this.#recovery.emptyLog(waitMs)
    } catch (error) {
      if (isSyncFailure(error)) this.#gate.close(error)
      return false
    }
  }

  async #recover(): Promise<boolean> {
    await this.#checkpoints.idle()
    return this.#queue.between(async () => {
      this.#recovery.rebuildIndex()
      return this.#recovery.emptyLog()
    })
  }

  whenSuspended(listener: (isSuspended: boolean) => void): void {
    this.#gate.watch(listener)
  }

  rows: Engine['rows'] = statement => this.#reader.rows(statement)
  row: Engine['row'] = statement => this.#reader.row(statement)

  lookInto: Engine['lookInto'] = work => lookInto(this.#path, work)

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  whenChanged(listener: (changes: Changes) => void): void {
    this.#listeners.push(listener)
  }

  whenChangedOutside(listener: () => void): void {
    let known = this.#version()
    this.#lookout = setInterval(() => {
      const version = this.#version()
      if (version !== known) listener()
      known = version
    }, lookEvery).unref()
  }

  noteReads(): undefined {
    return undefined
  }

  noteRead(): void {
    // Nothing is noted here.
  }

  /** Runs text without values between two transactions, for pragmas. */
  execute(text: string): Promise<void> {
    return this.#queue.between(async () => {
      if (!this.#gate.isClosed) this.#connection.execute(text)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#lookout)
    await this.#gate.stop()
    await this.#checkpoints.close()
    await this.#queue.between(async () => {
      this.#sync?.close()
      this.#reader.close()
      this.#foldUp()
      this.#connection.close()
      // Whoever closes a file lets go of all locks that the process has on it, so this has to come after SQLite.
      if (this.#file !== undefined) closeSync(this.#file)
      this.#recovery.close()
    })
  }

  /** Empties the log. What a long read or a failing disk keeps in it is found there at the next start. */
  #foldUp(): void {
    try {
      if (this.#gate.isClosed) this.#recovery.rebuildIndex()
      this.#recovery.emptyLog()
    } catch (error) {
      console.error(`Error: ${basename(this.#path)}-wal could not be emptied. The next start does it.`, error)
    }
  }

  /** Moves with each commit of another program, but not with those of this connection. */
  #version(): unknown {
    return this.#connection.value('PRAGMA data_version')
  }
}
