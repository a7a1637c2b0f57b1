import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './Connection.ts'
import { findDiskProblem } from './diskProblem.ts'
import type { Changes, Transaction } from './engine.ts'
import { isBusy, isSyncFailure } from './sqliteErrors.ts'
import { UnsyncedError } from './UnsyncedError.ts'
import type { WriteGate } from './WriteGate.ts'

/** Milliseconds before each new try of a transaction that found the file locked by another process. */
const retryWaits = [250, 350, 500, 700, 1000, 1000, 1000, 1000]
/** Milliseconds after which there is no further try: each may itself take ten seconds. */
const patience = 15_000
/** How many transactions may be committed together, and how many are worth a commit of their own while others wait. */
const largestGroup = 100
const worthACommit = 8
/** For how many milliseconds they are gathered. */
const longestGathering = 10

type Work<T> = (transaction: Transaction) => Promise<T>

interface Job {
  work: Work<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** Something that happens between two transactions. */
interface Interlude {
  action: () => Promise<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** A job that has done its work; settled once it is known whether the work stays. */
interface Done {
  job: Job
  settle: () => void
}

/** What a member did cannot be undone by itself, or SQLite has undone everything since the last commit: a full disk, for example. */
class GroupLost extends Error {}

/**
 * Runs transactions on one connection, one after the other in the order they were asked for. Those that come together are
 * committed together; when one of them fails after it has changed something, each runs once more by itself. None settles before it
 * is on disk.
 */
export class TransactionQueue {
  readonly #connection: Connection
  readonly #committed: (changes: Changes) => void
  readonly #flush: () => void
  readonly #assertRoom: () => void
  readonly #makeRoom: () => boolean
  readonly #gate: WriteGate
  readonly #retryWaits: readonly number[]
  readonly #waiting: (Job | Interlude)[] = []
  /** How many milliseconds the last commit took until it was on disk. */
  #lastCommit = 0
  readonly #changed = { records: new Set<string>(), collections: false }
  /** Whether the transaction under way has changed anything so far. */
  #hasWritten = false
  #draining: Promise<void> | undefined

  /**
   * @param committed told after each commit of what it changed
   * @param gate rejects all transactions while it is closed; closed when a sync fails
   * @param options.flush brings everything committed so far onto the disk; where it is absent, a commit does
   * @param options.assertRoom throws when the disk has no room for a transaction
   * @param options.makeRoom returns whether it could give room back to a full disk
   * @param options.retryWaits milliseconds before each new try while another process holds the file
   */
  constructor(
    connection: Connection,
    committed: (changes: Changes) => void,
    gate: WriteGate,
    options: { flush?: () => void; assertRoom?: () => void; makeRoom?: () => boolean; retryWaits?: readonly number[] } = {},
  ) {
    this.#connection = connection
    this.#committed = committed
    this.#gate = gate
    this.#flush = options.flush ?? (() => undefined)
    this.#assertRoom = options.assertRoom ?? (() => undefined)
    this.#makeRoom = options.makeRoom ?? (() => false)
    this.#retryWaits = options.retryWaits ?? retryWaits
  }

  /** Runs work in a transaction. It may run more than once. */
  run<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ work, resolve, reject })
    })
  }

  /** Runs something between two transactions, in its turn. */
  between<T>(action: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ action, resolve, reject })
    })
  }

  #enqueue(entry: Job | Interlude): void {
    this.#waiting.push(entry)
    this.#draining ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // Whoever asked first goes on asking: those that come in the same turn belong to the same group.
    await undefined
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if ('work' in next) await this.#commitGroup()
      else {
        this.#waiting.shift()
        await next.action().then(result => next.resolve(result as never), next.reject)
      }
    }
    this.#draining = undefined
  }

  /** The job that is next, unless something else comes before it. */
  #nextJob(): Job | undefined {
    const [next] = this.#waiting
    if (!next || !('work' in next)) return undefined
    this.#waiting.shift()
    return next
  }

  async #commitGroup(): Promise<void> {
    const done: Done[] = []
    let began = 0
    try {
      this.#assertRoom()
      if (this.#gate.isClosed) throw this.#rejection()
      await this.#retrying(() => this.#connection.control('BEGIN IMMEDIATE'))
    } catch (error) {
      this.#rejectWaiting(error)
      return
    }
    try {
      await this.#gather(done)
      began = performance.now()
      this.#commit()
    } catch (error) {
      this.#rollBack()
      if (isSyncFailure(error)) this.#gate.close(error)
      // By itself, each finds out what is wrong with it.
      for (const { job } of done) await this.#runAlone(job)
      return
    }
    try {
      this.#sync()
    } catch (error) {
      for (const { job } of done) job.reject(error)
      return
    }
    this.#lastCommit = performance.now() - began
    for (const entry of done) entry.settle()
  }

  #rejection(): UnsyncedError {
    return new UnsyncedError(this.#gate.cause, { isOutcomeUnknown: false })
  }

  /** @throws UnsyncedError after which nothing is committed until everything has been written again */
  #sync(): void {
    try {
      this.#flush()
    } catch (error) {
      this.#gate.close(error)
      throw new UnsyncedError(error, { isOutcomeUnknown: true })
    }
  }

  /** Whoever waited just as long for nothing is not to wait once more. */
  #rejectWaiting(error: unknown): void {
    for (let job = this.#nextJob(); job; job = this.#nextJob()) job.reject(error)
  }

  /**
   * Does the work of all that wait, and of those that come meanwhile. Where many wait, half of them: those who asked for the others are
   * answered, and ask again, while these are worked on. A slow disk is worth waiting for more of them.
   */
  async #gather(done: Done[]): Promise<void> {
    const began = performance.now()
    const enough = Math.max(worthACommit, Math.ceil(this.#waiting.length / 2))
    const isOpen = () => {
      if (done.length >= largestGroup) return false
      const passed = performance.now() - began
      return passed < longestGathering && (done.length < enough || passed < this.#lastCommit)
    }
    do {
      for (let job = this.#nextJob(); job; job = isOpen() ? this.#nextJob() : undefined) await this.#runInGroup(job, done)
      if (isOpen()) await nextTurn()
    } while (isOpen() && this.#waiting[0] && 'work' in this.#waiting[0])
  }

  async #runInGroup(job: Job, done: Done[]): Promise<void> {
    const entry: Done = { job, settle: () => undefined }
    done.push(entry)
    this.#hasWritten = false
    try {
      const result = await job.work(this.#transaction)
      entry.settle = () => job.resolve(result as never)
    } catch (error) {
      // A savepoint for each would cost two statements and a copy of every page that changes; what fails has mostly changed nothing.
      if (this.#hasWritten || !this.#connection.isInTransaction || findDiskProblem(error) === 'full')
        throw new GroupLost('The transaction is undone.', { cause: error })
      entry.settle = () => job.reject(error)
    }
  }

  async #runAlone({ work, resolve, reject }: Job): Promise<void> {
    try {
      if (this.#gate.isClosed) throw this.#rejection()
      const attempt = () => this.#retrying(() => this.#transact(work))
      const result = await attempt().catch(error => {
        if (findDiskProblem(error) === 'full' && this.#makeRoom()) return attempt()
        throw error
      })
      this.#sync()
      resolve(result as never)
    } catch (error) {
      reject(error)
    }
  }

  async #transact<T>(work: Work<T>): Promise<T> {
    this.#connection.control('BEGIN IMMEDIATE')
    try {
      const value = await work(this.#transaction)
      this.#commit()
      return value
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
        if (!isBusy(error) || performance.now() - started > patience) throw error
        await wait(pause)
      }
    }
    return attempt()
  }

  #commit(): void {
    this.#connection.control('COMMIT')
    this.#committed(this.#changed)
    this.#forgetChanges()
  }

  #forgetChanges(): void {
    this.#changed.records.clear()
    this.#changed.collections = false
  }

  #rollBack(): void {
    this.#forgetChanges()
    if (this.#connection.isInTransaction) this.#connection.control('ROLLBACK')
  }

  readonly #transaction: Transaction = {
    rows: statement => this.#connection.rows(statement),
    row: statement => this.#connection.row(statement),
    columnsOf: query => this.#connection.columnsOf(query),
    define: async (statement, definition) => {
      await this.#connection.define(statement, definition)
      this.#hasWritten = true
    },
    // A statement that fails has changed nothing.
    run: async statement => {
      const result = await this.#connection.run(statement)
      this.#hasWritten = true
      return result
    },
    runEach: async statements => {
      this.#hasWritten = true
      await this.#connection.runEach(statements)
    },
    changesRecords: collectionId => {
      this.#changed.records.add(collectionId)
    },
    hasChanged: collectionId => this.#changed.records.has(collectionId),
    changesCollections: () => {
      this.#changed.collections = true
    },
    attempt: async work => {
      this.#connection.control('SAVEPOINT attempt')
      const before = this.#hasWritten
      try {
        return await work()
      } catch (error) {
        if (this.#connection.isInTransaction) this.#connection.control('ROLLBACK TO attempt')
        this.#hasWritten = before
        throw error
      } finally {
        if (this.#connection.isInTransaction) this.#connection.control('RELEASE attempt')
      }
    },
    dryRun: async work => {
      this.#connection.control('SAVEPOINT rehearsal')
      const before = this.#hasWritten
      try {
        return await work()
      } finally {
        this.#hasWritten = before
        this.#connection.control('ROLLBACK TO rehearsal')
        this.#connection.control('RELEASE rehearsal')
      }
    },
  }
}
