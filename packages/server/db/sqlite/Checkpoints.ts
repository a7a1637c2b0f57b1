import type { Changes } from '../commits.ts'
import { isDatabaseError } from '../DatabaseError.ts'
import { findDiskProblem } from '../diskProblem.ts'
import { constant } from '../sql.ts'
import { type CheckpointTarget, CheckpointWorker } from './CheckpointWorker.ts'
import type { Connection } from './Connection.ts'
import { isSyncFailure } from './classifyError.ts'

/** A checkpoint starts once the log has this number of pages that are not in the database file. */
const minPendingPages = 6000
/** Maximum number of pending pages that the writer itself copies, because they delay transactions only briefly. */
const maxBlockingPages = 400
/** Number of pages from which the log is restarted. Restarting takes the disk some tens of milliseconds. */
const restartPages = 12_000
/** Maximum number of passes of the worker in one checkpoint. Each copies the pages that were written during the one before. */
const maxPasses = 5
/** Number of commits between two checks of the log. */
const commitsPerCheck = 16

interface CheckpointOptions {
  /** Runs an action while no transaction is open; with `duringSync`, also while a sync of earlier commits runs. */
  between: <T>(action: () => Promise<T>, options?: { duringSync: boolean }) => Promise<T>
  /** Returns whether a sync has failed and the log is not recovered yet. */
  isSuspended: () => boolean
  /** Called when a checkpoint fails so that pages of the database might not be on the disk. */
  failed: (error: unknown) => void
}

/**
 * Copies the pages of the write-ahead log into the database and syncs them. Writing thousands of scattered pages takes up to a
 * second, so a worker thread does it while transactions go on. Once the log is long, the writer copies the few remaining pages
 * between two transactions, so that SQLite can restart the log from its beginning.
 */
export class Checkpoints {
  readonly #worker: CheckpointWorker
  readonly #connection: Connection
  readonly #options: CheckpointOptions
  #commits = 0
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(target: CheckpointTarget, connection: Connection, options: CheckpointOptions) {
    this.#worker = new CheckpointWorker(target)
    this.#connection = connection
    this.#options = options
  }

  /** Handles a commit. Checks the log at once if collections changed, because the change can write a whole table to the log. */
  committed({ collections }: Changes): void {
    this.#commits += 1
    if (this.#isClosed || this.#running || (this.#commits % commitsPerCheck !== 0 && !collections)) return
    this.#running = this.#checkpoint()
      .catch((error: unknown) => {
        // If another program has locked the file, or the disk has no space for the pages, the next check tries again.
        if (!isDatabaseError(error, 'busy') && (isSyncFailure(error) || findDiskProblem(error) !== 'full'))
          this.#options.failed(error)
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Waits for the running checkpoint. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Waits for the running checkpoint and ends the thread. Later commits start no other one. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.idle()
    await this.#worker.close()
  }

  /**
   * Runs one checkpoint if it is due, and ends early when a sync fails: the disk may then lack a part of the log, so pages from behind
   * this part must not reach the database.
   */
  async #checkpoint(): Promise<void> {
    const { between, isSuspended } = this.#options
    let log = await this.#measureLog()
    if (log.pending < minPendingPages) return
    for (let passes = 0; passes < maxPasses && log.pending > maxBlockingPages; passes += 1) {
      await this.#worker.start()
      if (isSuspended()) return
      await this.#worker.checkpoint()
      log = await this.#measureLog()
      if (log.pages < restartPages) return
    }
    await between(async () => {
      if (!isSuspended()) await this.#connection.rows(constant('PRAGMA wal_checkpoint(PASSIVE)'))
    })
  }

  /** Returns the number of pages in the log, and how many of them are not in the database yet. */
  async #measureLog(): Promise<{ pages: number; pending: number }> {
    const measure = () => this.#connection.row(constant('PRAGMA wal_checkpoint(NOOP)'))
    const row = await this.#options.between(measure, { duringSync: true })
    const [pages, copied] = [Number(row?.[1] ?? 0), Number(row?.[2] ?? 0)]
    return { pages, pending: pages - copied }
  }
}
