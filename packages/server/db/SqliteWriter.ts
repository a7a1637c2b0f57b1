import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './Connection.ts'
import type { Engine, Transaction } from './engine.ts'
import { isBusy } from './sqliteErrors.ts'

/** Milliseconds before each new try of a transaction that found the file locked by another process. */
const retryWaits = [250, 350, 500, 700, 1000, 1000, 1000, 1000]

const transactionOn = (connection: Connection): Transaction => ({
  rows: statement => connection.rows(statement),
  row: statement => connection.row(statement),
  run: statement => connection.run(statement),
  runEach: statements => connection.runEach(statements),
  rehearse: async work => {
    connection.execute('SAVEPOINT rehearsal')
    try {
      return await work()
    } finally {
      connection.execute('ROLLBACK TO rehearsal; RELEASE rehearsal')
    }
  },
})

/**
 * The engine of the one thread that writes: transactions run one after the other in the order they were asked for.
 * Reads outside of a transaction go through a connection of their own, so they never see what is not committed.
 */
export class SqliteWriter implements Engine {
  readonly #connection: Connection
  readonly #reader: Connection
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.#connection = new Connection(path, { readOnly: false })
    this.#reader = new Connection(path, { readOnly: true })
  }

  rows: Engine['rows'] = statement => this.#reader.rows(statement)
  row: Engine['row'] = statement => this.#reader.row(statement)

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#enqueue(() => this.#withRetries(work))
  }

  compact(): Promise<void> {
    return this.#enqueue(async () => this.#connection.execute('VACUUM'))
  }

  async close(): Promise<void> {
    await this.#last
    this.#reader.close()
    // A read that goes on for long would hold up the end; what it keeps in the write-ahead log is found there at the next start.
    this.#connection.execute('PRAGMA busy_timeout = 500; PRAGMA wal_checkpoint(TRUNCATE)')
    this.#connection.close()
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #withRetries<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (const pause of retryWaits) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        if (!isBusy(error)) throw error
        await wait(pause)
      }
    }
    return this.#attempt(work)
  }

  async #attempt<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#connection.execute('BEGIN IMMEDIATE')
    try {
      const result = await work(transactionOn(this.#connection))
      this.#connection.execute('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  #rollBack(): void {
    try {
      this.#connection.execute('ROLLBACK')
    } catch {
      // SQLite has already rolled back by itself (a full disk, for example); the first error tells why.
    }
  }
}
