import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Connection } from './Connection.ts'
import { constant } from './sql.ts'

/** Pages in the write-ahead log from which on they are brought into the file, and how few of them hold up nobody. */
const many = 4000
const few = 400
/** How often a thread is sent for those that have come meanwhile. */
const mostPasses = 5
/** Commits between two looks at the log. */
const lookEvery = 16

/**
 * Brings what is in the write-ahead log into the file. Thousands of pages scattered over a large file take a disk a second, so a
 * thread that lives no longer than that does it beside the commits. What came in meanwhile is little: the writer brings in the rest
 * between two transactions, after which the log begins anew.
 */
export class Checkpoints {
  readonly #path: string
  readonly #connection: Connection
  readonly #between: <T>(action: () => Promise<T>) => Promise<T>
  #commits = 0
  #running: Promise<void> | undefined

  /** @param between runs something while no transaction is open */
  constructor(path: string, connection: Connection, between: <T>(action: () => Promise<T>) => Promise<T>) {
    this.#path = path
    this.#connection = connection
    this.#between = between
  }

  /** Told after each commit. */
  committed(): void {
    this.#commits += 1
    if (this.#running || this.#commits % lookEvery !== 0) return
    this.#running = this.#bringInMany()
      // Another program may hold the file; the next look finds the log again.
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#running
  }

  async #bringInMany(): Promise<void> {
    if ((await this.#waiting()) < many) return
    let passes = 0
    do {
      await this.#inThread()
      passes += 1
    } while (passes < mostPasses && (await this.#waiting()) > few)
    await this.#between(() => this.#connection.rows(constant('PRAGMA wal_checkpoint(PASSIVE)')))
  }

  /** How many pages are in the log alone. */
  async #waiting(): Promise<number> {
    const row = await this.#between(() => this.#connection.row(constant('PRAGMA wal_checkpoint(NOOP)')))
    return Number(row?.[1] ?? 0) - Number(row?.[2] ?? 0)
  }

  /** One that fails leaves the log as it is; the next look finds it again. */
  async #inThread(): Promise<void> {
    const thread = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#path })
    thread.on('error', () => undefined)
    await once(thread, 'exit')
  }
}
