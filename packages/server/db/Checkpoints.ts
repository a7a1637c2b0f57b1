import { type CheckpointOrder, CheckpointWorker } from './CheckpointWorker.ts'
import type { Connection } from './Connection.ts'
import { findDiskProblem } from './diskProblem.ts'
import type { Changes } from './engine.ts'
import { constant } from './sql.ts'
import { isBusy, isSyncFailure } from './sqliteErrors.ts'

/** Pages that are in the write-ahead log alone from which on they are brought into the file, and how few of them hold up nobody. */
const many = 6000
const few = 400
/** Pages from which on the log begins anew: the moment in which it can costs the disk some tens of milliseconds. */
const longLog = 12_000
/** How often a thread is sent for those that have come meanwhile. */
const mostPasses = 5
/** Commits between two looks at the log. */
const lookEvery = 16

/**
 * Brings what is in the write-ahead log into the file and onto the disk. Thousands of pages scattered over a large file take a disk up
 * to a second, so a thread of its own does it beside the commits. Once the log is long, the writer brings in the little that came
 * meanwhile between two transactions, after which the log begins anew.
 */
export class Checkpoints {
  readonly #worker: CheckpointWorker
  readonly #connection: Connection
  readonly #between: <T>(action: () => Promise<T>) => Promise<T>
  readonly #failed: (error: unknown) => void
  #commits = 0
  #running: Promise<void> | undefined

  /**
   * @param options.between runs something while no transaction is open
   * @param options.failed called with the error of a checkpoint after which pages of the database may not be on the disk
   */
  constructor(
    database: CheckpointOrder,
    connection: Connection,
    options: { between: <T>(action: () => Promise<T>) => Promise<T>; failed: (error: unknown) => void },
  ) {
    this.#worker = new CheckpointWorker(database)
    this.#connection = connection
    this.#between = options.between
    this.#failed = options.failed
  }

  /** Called after each commit with what it changed. A change of collections may have written a whole table to the log. */
  committed({ collections }: Changes): void {
    this.#commits += 1
    if (this.#running || (this.#commits % lookEvery !== 0 && !collections)) return
    this.#running = this.#bringInMany()
      .catch((error: unknown) => {
        // The next look finds the log again when another program holds the file, or the disk has no room for pages of the log.
        if (!isBusy(error) && (isSyncFailure(error) || findDiskProblem(error) !== 'full')) this.#failed(error)
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Waits for the checkpoint under way. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Waits for the checkpoint under way and ends the thread. */
  async close(): Promise<void> {
    await this.idle()
    await this.#worker.close()
  }

  async #bringInMany(): Promise<void> {
    let log = await this.#look()
    if (log.waiting < many) return
    for (let passes = 0; passes < mostPasses && log.waiting > few; passes += 1) {
      await this.#worker.bringIn()
      log = await this.#look()
      if (log.pages < longLog) return
    }
    await this.#between(() => this.#connection.rows(constant('PRAGMA wal_checkpoint(PASSIVE)')))
  }

  /** How many pages the log has, and how many of them are nowhere else. */
  async #look(): Promise<{ pages: number; waiting: number }> {
    const row = await this.#between(() => this.#connection.row(constant('PRAGMA wal_checkpoint(NOOP)')))
    const [pages, brought] = [Number(row?.[1] ?? 0), Number(row?.[2] ?? 0)]
    return { pages, waiting: pages - brought }
  }
}
