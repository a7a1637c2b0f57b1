import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { printError } from '../../runtime/terminal.ts'
import type { Changes, Commit, CommitListener, DataEvent } from '../commits.ts'
import { isDatabaseError } from '../DatabaseError.ts'
import { findDiskProblem } from '../diskProblem.ts'
import type { Transaction } from '../engine.ts'
import { UnsyncedError } from '../UnsyncedError.ts'
import type { Connection } from './Connection.ts'
import { isSyncFailure } from './classifyError.ts'
import { PendingCommits } from './PendingCommits.ts'
import { sqliteDialect } from './sqliteDialect.ts'
import { sqliteSchema } from './sqliteSchema.ts'
import type { WriteGate } from './WriteGate.ts'

/** Milliseconds before each retry of a transaction that finds the file locked by another process. */
const defaultRetryWaits = [250, 350, 500, 700, 1000, 1000, 1000, 1000]
/** Milliseconds after which there are no more retries. Each attempt can take ten seconds. */
const retryTimeoutMs = 15_000
/** Maximum number of transactions in a group commit. */
const maxGroupSize = 100
/** Number of transactions that are committed without waiting for more. */
const minGroupSize = 8
/** Maximum milliseconds to collect transactions for a group commit. */
const maxGatherMs = 10

type Work<T> = (transaction: Transaction) => Promise<T>

interface Job {
  work: Work<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** An action that runs between two transactions. */
interface Interlude {
  action: () => Promise<unknown>
  /** Whether it can run while a sync of earlier commits runs. */
  duringSync: boolean
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** A job whose work is done, but not committed yet. */
interface PendingJob {
  job: Job
  settle: () => void
}

/** Thrown when a group has to be rolled back: one member cannot be undone separately, or SQLite has rolled back the transaction. */
class GroupRollbackError extends Error {}

/**
 * Runs transactions sequentially on one connection. Transactions that arrive at the same time are committed as a group. If one of
 * them fails after a change, the group is rolled back and each transaction runs again separately. Promises resolve once the changes
 * are on disk; the next group runs while the disk stores this one.
 */
export class TransactionQueue {
  readonly #connection: Connection
  readonly #committed: (changes: Changes) => void
  readonly #assertSpace: () => void
  readonly #freeSpace: () => boolean
  readonly #gate: WriteGate
  readonly #retryWaits: readonly number[]
  readonly #waiting: (Job | Interlude)[] = []
  readonly #pending: PendingCommits
  /** Milliseconds that the last commit took, including the sync. */
  #lastCommitMs = 0
  readonly #changed = { records: new Set<string>(), collections: false, settings: false }
  /** Receives the events of commits. */
  eventListener: CommitListener | undefined
  /** The events of the transactions since the last commit. */
  #events: DataEvent[] = []
  /** Whether the current transaction has changed anything. */
  #hasWritten = false
  #draining: Promise<void> | undefined

  /**
   * @param committed called after each commit with its changes
   * @param gate rejects all transactions while it is closed; the queue closes it when a sync fails
   * @param options.flush syncs all commits to the disk while further transactions run; absent if a commit itself does
   * @param options.assertSpace throws when the disk has no space for a transaction
   * @param options.freeSpace frees space on a full disk, and returns whether it succeeded
   * @param options.retryWaits milliseconds before each retry while another process has locked the file
   */
  constructor(
    connection: Connection,
    committed: (changes: Changes) => void,
    gate: WriteGate,
    options: {
      flush?: () => Promise<void> | void
      assertSpace?: () => void
      freeSpace?: () => boolean
      retryWaits?: readonly number[]
    } = {},
  ) {
    this.#connection = connection
    this.#committed = committed
    this.#gate = gate
    this.#pending = new PendingCommits({
      flush: options.flush,
      failed: error => gate.close(error),
      listener: () => this.eventListener,
    })
    this.#assertSpace = options.assertSpace ?? (() => undefined)
    this.#freeSpace = options.freeSpace ?? (() => false)
    this.#retryWaits = options.retryWaits ?? defaultRetryWaits
  }

  /** Runs work in a transaction. The work can run more than once. */
  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ work, resolve, reject })
    })
  }

  /**
   * Queues an action that runs between two transactions.
   * @param options.duringSync whether it can run before all commits are on the disk; by default, it waits for them
   */
  between<T>(action: () => Promise<T>, { duringSync = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ action, duringSync, resolve, reject })
    })
  }

  #enqueue(entry: Job | Interlude): void {
    this.#waiting.push(entry)
    this.#draining ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // Waits a microtask, so that all transactions of the same tick belong to one group.
    await undefined
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if ('work' in next) await this.#commitGroup()
      else {
        this.#waiting.shift()
        if (!next.duringSync) await this.#pending.settled()
        await next.action().then(result => next.resolve(result as never), next.reject)
      }
    }
    this.#draining = undefined
  }

  /** Removes and returns the next job; undefined if the queue is empty or an interlude is next. */
  #nextJob(): Job | undefined {
    const [next] = this.#waiting
    if (!next || !('work' in next)) return undefined
    this.#waiting.shift()
    return next
  }

  async #commitGroup(): Promise<void> {
    const done: PendingJob[] = []
    let began = 0
    let published: Commit | undefined
    try {
      this.#assertSpace()
      if (this.#gate.isClosed) throw this.#rejection()
      await this.#retrying(() => this.#connection.control('BEGIN IMMEDIATE'))
    } catch (error) {
      this.#rejectWaiting(error)
      return
    }
    try {
      await this.#gather(done)
      began = performance.now()
      published = this.#commit()
    } catch (error) {
      this.#rollBack()
      if (isSyncFailure(error)) this.#gate.close(error)
      // Only the failing transaction fails again when each runs separately.
      for (const { job } of done) await this.#runAlone(job)
      return
    }
    this.#pending.add({
      published,
      settle: () => {
        this.#lastCommitMs = performance.now() - began
        for (const entry of done) entry.settle()
      },
      fail: error => {
        for (const { job } of done) job.reject(error)
      },
    })
  }

  #rejection(): UnsyncedError {
    return new UnsyncedError(this.#gate.cause, { isOutcomeUnknown: false })
  }

  /** Rejects all waiting jobs, because they have already waited as long as the failed one. */
  #rejectWaiting(error: unknown): void {
    for (let job = this.#nextJob(); job; job = this.#nextJob()) job.reject(error)
  }

  /**
   * Does the work of the waiting jobs and of jobs that arrive in the meantime. If many are waiting, a group takes half of them:
   * their callers can send new jobs while the other half is committed. If commits are slow, the group waits longer for more jobs.
   */
  async #gather(done: PendingJob[]): Promise<void> {
    const began = performance.now()
    const targetSize = Math.max(minGroupSize, Math.ceil(this.#waiting.length / 2))
    const isOpen = () => {
      if (done.length >= maxGroupSize) return false
      const passed = performance.now() - began
      return passed < maxGatherMs && (done.length < targetSize || passed < this.#lastCommitMs)
    }
    do {
      for (let job = this.#nextJob(); job; job = isOpen() ? this.#nextJob() : undefined) await this.#runInGroup(job, done)
      if (isOpen()) await nextTurn()
    } while (isOpen() && this.#waiting[0] && 'work' in this.#waiting[0])
  }

  async #runInGroup(job: Job, done: PendingJob[]): Promise<void> {
    const entry: PendingJob = { job, settle: () => undefined }
    done.push(entry)
    this.#hasWritten = false
    const eventsBefore = this.#events.length
    try {
      const result = await job.work(this.#transaction)
      entry.settle = () => job.resolve(result as never)
    } catch (error) {
      // Most failing jobs have changed nothing. A savepoint per job would cost two statements and a copy of every changed page.
      if (this.#hasWritten || !this.#connection.isInTransaction || findDiskProblem(error) === 'full')
        throw new GroupRollbackError('The transaction is rolled back.', { cause: error })
      this.#events.length = eventsBefore
      entry.settle = () => job.reject(error)
    }
  }

  /** Runs a job in a transaction of its own. It is settled in the order of the commits, so that several jobs share a sync. */
  async #runAlone({ work, resolve, reject }: Job): Promise<void> {
    try {
      if (this.#gate.isClosed) throw this.#rejection()
      const attempt = () => this.#retrying(() => this.#transact(work))
      const { value, published } = await attempt().catch(error => {
        if (findDiskProblem(error) === 'full' && this.#freeSpace()) return attempt()
        throw error
      })
      this.#pending.add({ published, settle: () => resolve(value as never), fail: reject })
    } catch (error) {
      // The error can be due to a commit that is not on the disk yet, such as a record with the same unique value.
      this.#pending.afterAll(
        () => reject(error),
        ({ cause }) => reject(new UnsyncedError(cause, { isOutcomeUnknown: false })),
      )
    }
  }

  async #transact<T>(work: Work<T>): Promise<{ value: T; published: Commit | undefined }> {
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      const value = await work(this.#transaction)
      return { value, published: this.#commit() }
    } catch (error) {
      this.#rollBack()
      if (!isSyncFailure(error)) throw error
      this.#gate.close(error)
      throw this.#rejection()
    }
  }

  async #retrying<T>(attempt: () => T | Promise<T>): Promise<T> {
    const started = performance.now()
    for (const pause of this.#retryWaits) {
      try {
        return await attempt()
      } catch (error) {
        if (!isDatabaseError(error, 'busy') || performance.now() - started > retryTimeoutMs) throw error
        await wait(pause)
      }
    }
    return attempt()
  }

  /**
   * Commits the transaction and returns its events, if it has any.
   * @throws UnsyncedError if the sync of an earlier commit has failed since: this one would be behind missing pages
   */
  #commit(): Commit | undefined {
    if (this.#gate.isClosed) throw this.#rejection()
    const events = this.#events
    const seq = events.length > 0 ? this.eventListener?.begin() : undefined
    try {
      this.#connection.control('COMMIT')
    } catch (error) {
      // Earlier commits may be pending, and are published first.
      if (seq !== undefined) this.#pending.add({ published: { seq, events: [] }, settle: () => undefined, fail: () => undefined })
      throw error
    }
    this.#announce()
    this.#forgetChanges()
    return seq === undefined ? undefined : { seq, events }
  }

  /** Announces a commit to its listeners. It is stored whatever they do, so none of its transactions may run again. */
  #announce(): void {
    try {
      this.#committed(this.#changed)
    } catch (error) {
      printError`Error: A change is stored, but could not be announced to all parts of the server. Restart it. ${error}`
    }
  }

  #forgetChanges(): void {
    this.#changed.records.clear()
    this.#changed.collections = false
    this.#changed.settings = false
    this.#events = []
  }

  #rollBack(): void {
    this.#forgetChanges()
    if (this.#connection.isInTransaction) this.#connection.control('ROLLBACK')
  }

  readonly #transaction: Transaction = {
    dialect: sqliteDialect,
    schema: sqliteSchema,
    runsAlone: true,
    rows: (statement, maxLength, maxRows) => this.#connection.rows(statement, maxLength, maxRows),
    row: statement => this.#connection.row(statement),
    columnsOf: query => this.#connection.columnsOf(query),
    define: async (statement, definition) => {
      await this.#connection.define(statement, definition)
      this.#hasWritten = true
    },
    // A failed statement has changed nothing.
    run: async statement => {
      const result = await this.#connection.run(statement)
      this.#hasWritten = true
      return result
    },
    send: async (statement, toError) => {
      try {
        await this.#connection.run(statement)
      } catch (error) {
        throw toError(error)
      }
      this.#hasWritten = true
    },
    runReturning: async statement => {
      const row = await this.#connection.row(statement)
      this.#hasWritten = true
      return row
    },
    runEach: async statements => {
      this.#hasWritten = true
      await this.#connection.runEach(statements)
    },
    emit: event => {
      this.#events.push(event)
    },
    markRecordsChanged: collectionId => {
      this.#changed.records.add(collectionId)
    },
    hasChanged: collectionId => this.#changed.records.has(collectionId),
    markCollectionsChanged: () => {
      this.#changed.collections = true
    },
    markSettingsChanged: () => {
      this.#changed.settings = true
    },
    attempt: async work => {
      this.#connection.control('SAVEPOINT attempt')
      const before = this.#hasWritten
      const eventsBefore = this.#events.length
      try {
        return await work()
      } catch (error) {
        if (this.#connection.isInTransaction) this.#connection.control('ROLLBACK TO attempt')
        this.#hasWritten = before
        this.#events.length = eventsBefore
        throw error
      } finally {
        if (this.#connection.isInTransaction) this.#connection.control('RELEASE attempt')
      }
    },
    dryRun: async work => {
      this.#connection.control('SAVEPOINT dry_run')
      const before = this.#hasWritten
      const eventsBefore = this.#events.length
      try {
        return await work()
      } finally {
        this.#hasWritten = before
        this.#events.length = eventsBefore
        this.#connection.control('ROLLBACK TO dry_run')
        this.#connection.control('RELEASE dry_run')
      }
    },
  }
}
