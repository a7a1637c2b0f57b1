import { setTimeout as wait } from 'node:timers/promises'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import type { PoolLoad } from '../../metrics/ThreadLoad.ts'
import { Semaphore } from '../../runtime/Semaphore.ts'
import { DatabaseError, isDatabaseError } from '../DatabaseError.ts'
import type { Changes, Engine, LookUp, QueryInspector, ReadSet, Row, Transaction } from '../engine.ts'
import { type Sql, sql } from '../sql.ts'
import { classifyError, isStalePlan } from './classifyError.ts'
import { findOutcome, type TransactionIdentity } from './findOutcome.ts'
import { loadIndexColumns } from './indexColumns.ts'
import { PostgresConnection } from './PostgresConnection.ts'
import { PostgresTransaction } from './PostgresTransaction.ts'
import { ReadTraces } from './ReadTraces.ts'
import { RowBatches } from './RowBatches.ts'
import { changesChannel, type ServerSession } from './ServerSession.ts'
import { Translator } from './translate.ts'
import { columnsOfQuery, rowsOfQuery, sourcesOfQuery } from './untrustedStatement.ts'
import { loadViewSources, type ViewSources } from './viewSources.ts'

/** Maximum number of times that a transaction runs again after a conflict with another one. */
const maxRetries = 5
/**
 * Number of retries that run at the same time as others. Later ones run one by one: without that, up to 18 of 100 simultaneous
 * transactions that conflict with each other fail.
 */
const concurrentRetries = 1
/** Upper bound of the random pause before the first retry in milliseconds. It doubles with each retry. */
const firstRetryMs = 8

/**
 * Makes PostgreSQL use an index even for a table of one page. A scan of the whole table conflicts with every change of the table: with
 * eight clients that change different records of a small table, 40 % of the transactions had to run again, and 1.5 % of the requests
 * failed. With this setting, 3 % run again and none fails.
 */
const transactionSettings = '-c random_page_cost=0.1'

/** The connections of an engine. */
export interface PostgresPools {
  /** The connection options, see `connectionOptions`. */
  connection: PoolConfig
  /** Maximum number of connections that read outside of transactions. */
  readConnections: number
  /** Maximum number of transactions at the same time; 0 for an engine that only reads. */
  writeConnections: number
  /** Maximum duration of a statement outside of transactions in milliseconds. */
  readTimeoutMs: number
  /** Returns a number that changes with the collections. */
  schemaVersion: () => number
  /** The session of the server that the engine belongs to. It is closed with the engine. */
  session?: ServerSession
  /** Whether changes are announced to the server of the database, which another program changes. */
  announcesChanges?: boolean
}

/**
 * The engine over a PostgreSQL database. Reads and transactions have separate pools, because a transaction that needs a read outside
 * of it would otherwise wait for a connection that other transactions hold while they wait too.
 */
export class PostgresEngine implements Engine {
  /** With 20, reads failed on a busy machine. */
  readonly maxNotificationDelayMs = 500
  readonly #reads: pg.Pool
  readonly #writes: pg.Pool | undefined
  readonly #translator = new Translator()
  readonly #traces = new ReadTraces()
  readonly #batches = new RowBatches(statement => this.rows(statement))
  readonly #conflicting = new Semaphore({ maxConcurrent: 1 })
  readonly #schemaVersion: () => number
  readonly #session: ServerSession | undefined
  readonly #announcesChanges: boolean
  #views: { version: number; sources: ViewSources } | undefined
  /** Settles when the commits that were sent so far have ended. */
  #lastCommit: Promise<void> = Promise.resolve()
  readonly #listeners: ((changes: Changes) => void)[] = []
  readonly rejectedViews = 0

  constructor({ connection, readConnections, writeConnections, readTimeoutMs, ...options }: PostgresPools) {
    this.#session = options.session
    this.#announcesChanges = options.announcesChanges ?? false
    this.#schemaVersion = options.schemaVersion
    this.#reads = openPool({ ...connection, max: readConnections, statement_timeout: readTimeoutMs })
    const forWrites = { ...connection, options: `${transactionSettings} ${connection.options ?? ''}`, max: writeConnections }
    this.#writes = writeConnections > 0 ? openPool(forWrites) : undefined
  }

  rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return this.#read(connection => connection.rows(statement, maxLength))
  }

  row(statement: Sql): Promise<Row | undefined> {
    return this.#read(connection => connection.row(statement))
  }

  rowByKey(lookUp: LookUp, key: string): Promise<Row | undefined> {
    // PostgreSQL rejects a text with NUL, which must not fail the reads of others.
    return /^\w+$/.test(key) ? this.#batches.row(lookUp, key) : this.row(lookUp.one(key))
  }

  async #read<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    try {
      return await this.#readOnce(work)
    } catch (error) {
      // After a restart of PostgreSQL, the first statement on an idle connection fails.
      if (!isDatabaseError(error, 'unreachable') && !isStalePlan(error)) throw error
      return this.#readOnce(work)
    }
  }

  async #readOnce<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return withClient(this.#reads, async client => {
      try {
        const views = await this.#viewSources(client)
        return await work(new PostgresConnection(client, this.#translator, statement => this.#traces.enter(statement, views)))
      } catch (error) {
        if (isStalePlan(error)) this.#translator.forgetNames()
        throw error
      }
    })
  }

  async #viewSources(client: PoolClient): Promise<ViewSources> {
    const version = this.#schemaVersion()
    if (this.#views?.version !== version) {
      this.#translator.forgetNames()
      this.#views = { version, sources: await loadViewSources(new PostgresConnection(client, this.#translator)) }
    }
    return this.#views.sources
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let isConflict = false
    for (let retries = 0; ; retries += 1) {
      try {
        const run = () => this.#transactOnce(work)
        return await (retries > concurrentRetries && isConflict ? this.#conflicting.run(run) : run())
      } catch (error) {
        if (!(error instanceof RepeatError)) throw error
        if (retries === maxRetries) throw error.cause
        isConflict = isDatabaseError(error.cause, 'conflict')
        await wait(Math.random() * firstRetryMs * 2 ** retries)
      }
    }
  }

  async #transactOnce<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (!this.#writes) throw new Error('A reader thread cannot write. The endpoint must declare `runs: "writes"`.')
    const { value, changes, committed } = await withClient(this.#writes, async client => {
      const connection = new PostgresConnection(client, this.#translator)
      const transaction = new PostgresTransaction(connection, this.#columnsOfIndex)
      const begun = connection.begin()
      begun.catch(() => undefined)
      const value = await this.#run(work, transaction, connection)
      const identity = await begun
      const committing = this.#commit(connection, transaction, identity)
      const committed = this.#inOrder(committing)
      // The connection is free for another transaction when this one has ended, before its turn to be announced.
      await committing.catch(() => undefined)
      return { value, changes: transaction.changes, committed }
    })
    try {
      await committed
    } catch (error) {
      if (isDatabaseError(error, 'unknownOutcome')) this.#publish(changes)
      throw error
    }
    this.#publish(changes)
    return value
  }

  /**
   * Delays the outcome of a commit until those of all commits that were sent before it, so that changes of the same record are
   * announced in their order: PostgreSQL answers on several connections.
   */
  #inOrder(committing: Promise<void>): Promise<void> {
    const before = this.#lastCommit
    const committed = before.then(() => committing)
    this.#lastCommit = committed.catch(() => undefined)
    return committed
  }

  /** Announces changes that were committed, or may have been. */
  #publish(changes: Changes): void {
    if (changes.collections) this.#translator.forgetNames()
    for (const listener of this.#listeners) listener(changes)
  }

  readonly #columnsOfIndex = (index: string): Promise<string[]> =>
    this.#readOnce(connection => loadIndexColumns(connection, index))

  async #run<T>(
    work: (transaction: Transaction) => Promise<T>,
    transaction: PostgresTransaction,
    connection: PostgresConnection,
  ): Promise<T> {
    try {
      const value = await work(transaction)
      if (transaction.temporaryError === undefined) return value
    } catch (error) {
      const failure = await transaction.sent.then(
        () => error,
        (first: unknown) => first,
      )
      if (transaction.temporaryError === undefined) {
        await connection.control('ROLLBACK')
        throw failure
      }
    }
    await connection.control('ROLLBACK').catch(() => undefined)
    throw this.#repeatAfter(transaction.temporaryError)
  }

  #repeatAfter(error: unknown): RepeatError {
    if (isStalePlan(error)) this.#translator.forgetNames()
    return new RepeatError(error)
  }

  /** Commits without waiting for the statements that were sent last: if one of them fails, PostgreSQL rolls back instead. */
  async #commit(
    connection: PostgresConnection,
    transaction: PostgresTransaction,
    identity: TransactionIdentity | undefined,
  ): Promise<void> {
    // An error is also the error of the next statement.
    if (this.#announcesChanges) connection.control(`NOTIFY ${changesChannel}`).catch(() => undefined)
    const [sent, ended] = await Promise.allSettled([transaction.sent, connection.control('COMMIT')])
    try {
      if (sent.status === 'rejected') throw transaction.temporaryError ?? sent.reason
      if (ended.status === 'rejected') throw ended.reason
      if (ended.value !== 'COMMIT') throw new Error('The work ignored a failed statement, so PostgreSQL undid it. Use `attempt`.')
    } catch (error) {
      if (isDatabaseError(error, 'conflict') || isStalePlan(error)) throw this.#repeatAfter(error)
      if (!isDatabaseError(error, 'unreachable')) throw error
      const outcome = identity ? await findOutcome(ask => withClient(this.#reads, ask), identity) : 'unknown'
      if (outcome === 'aborted') throw new RepeatError(error)
      if (outcome === 'unknown')
        throw new DatabaseError('unknownOutcome', 'The connection was lost while the change was committed.', { cause: error })
    }
  }

  onCommit(listener: (changes: Changes) => void): void {
    this.#listeners.push(listener)
  }

  onExternalChange(listener: () => void): void {
    this.#session?.onChange(listener)
  }

  onSuspensionChange(listener: (isSuspended: boolean) => void): void {
    listener(false)
  }

  traceReads(): () => ReadSet {
    return this.#traces.begin()
  }

  traceRead(table: string): void {
    this.#traces.add(table)
  }

  inspectQueries<T>(work: (look: QueryInspector) => Promise<T>): Promise<T> {
    return withClient(this.#reads, async client => {
      const connection = new PostgresConnection(client, this.#translator)
      return work({
        columnsOf: query => columnsOfQuery(connection, query),
        sourcesOf: async query => sourcesOfQuery(connection, query, await loadViewSources(connection)),
        rowsOf: query => rowsOfQuery(connection, query),
      })
    })
  }

  poolLoads(): PoolLoad[] {
    return [poolLoad('reads', this.#reads), ...(this.#writes ? [poolLoad('writes', this.#writes)] : [])]
  }

  async sizeInBytes(): Promise<number> {
    return Number((await this.row(sql`SELECT pg_database_size(current_database())`))?.[0])
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.end(), this.#writes?.end(), this.#session?.close()])
  }
}

/** Thrown when a transaction has to run again because of its cause. */
class RepeatError extends Error {
  constructor(cause: unknown) {
    super('The transaction has to run again.', { cause })
  }
}

const openPool = (options: PoolConfig): pg.Pool => {
  const pool = new pg.Pool(options)
  // A lost connection also fails the statements on it, and the pool replaces it. Without listeners, Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

const poolLoad = (pool: PoolLoad['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad => ({
  pool,
  active: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** Calls a function with a connection from the pool, which is closed if it was lost. */
const withClient = async <T>(pool: pg.Pool, use: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect().catch((error: unknown) => {
    throw classifyError(error)
  })
  let isBroken = false
  try {
    return await use(client)
  } catch (error) {
    isBroken = isDatabaseError(error instanceof RepeatError ? error.cause : error, 'unreachable')
    throw error
  } finally {
    client.release(isBroken)
  }
}
