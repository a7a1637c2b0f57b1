import type { PoolClient, PoolConfig } from 'pg'
import type { ConnectionEpoch } from '../../runtime/cache/ConnectionEpoch.ts'
import type { PoolLoad } from '../../runtime/metrics/ThreadLoad.ts'
import type { Changes, Commit, CommitListener } from '../commits.ts'
import { DatabaseError, isDatabaseError } from '../DatabaseError.ts'
import type { Engine, KeyedLookup, NodeLink, QueryInspector, ReadSet, Row, Transaction, turnEnded } from '../engine.ts'
import { nodeMessageType } from '../nodes.ts'
import { type Sql, sql } from '../sql.ts'
import { ConnectionPool } from './ConnectionPool.ts'
import { classifyError, isStalePlan } from './classifyError.ts'
import { findOutcome, type TransactionIdentity } from './findOutcome.ts'
import { loadIndexColumns } from './indexColumns.ts'
import type { NodeListener } from './nodes/NodeLog.ts'
import type { NodeQuery } from './nodes/NodeMailbox.ts'
import { NodeTransactions } from './nodes/NodeTransactions.ts'
import { sendBeside } from './nodes/sendBeside.ts'
import { PostgresConnection } from './PostgresConnection.ts'
import { PostgresTransaction } from './PostgresTransaction.ts'
import { postgresDialect } from './postgresDialect.ts'
import { postgresSchema } from './postgresSchema.ts'
import { ReadTraces } from './ReadTraces.ts'
import { ReadTurns } from './ReadTurns.ts'
import { RowBatches } from './RowBatches.ts'
import { changesChannel, type ServerSession } from './ServerSession.ts'
import { RepeatError, TransactionRetries } from './TransactionRetries.ts'
import { Translator } from './translate.ts'
import { columnsOfQuery, resultOfQuery, rowsOfQuery, sourcesOfQuery } from './untrustedStatement.ts'
import { loadViewSources, type ViewSources } from './viewSources.ts'

/**
 * Makes PostgreSQL use an index even for a table of one page. A scan of the whole table conflicts with every change of the table: with
 * eight clients that change different records of a small table, 40 % of the transactions had to run again, and 1.5 % of the requests
 * failed. With this setting, 3 % run again and none fails.
 */
const transactionSettings = '-c random_page_cost=0.1'

/**
 * Number of connections for what a node counts, claims, sends to other nodes and removes. Transactions of clients, which can take all others
 * for as long as they wait for a lock, never delay it. One of them can wait for a standby, and one can remove what is outdated.
 */
const nodeConnections = 3

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
  /** Which connections can go on being used; by default, all. */
  connections?: ConnectionEpoch
  /** The session of the server that the engine belongs to. It is closed with the engine. */
  session?: ServerSession
  /** Whether changes are announced to the servers of the database, which another program changes. */
  announcesChanges?: boolean
}

/**
 * The engine over a PostgreSQL database. Reads and transactions have separate pools, because a transaction that needs a read outside
 * of it would otherwise wait for a connection that other transactions hold while they wait too.
 */
export class PostgresEngine implements Engine {
  readonly dialect = postgresDialect
  readonly schema = postgresSchema
  /** Statements wait for the network and for other statements. */
  readonly maxQuickReadMs = 100
  /** With 20, reads failed on a busy machine. */
  readonly maxNotificationDelayMs = 500
  readonly #translator = new Translator()
  readonly #reads: ConnectionPool
  readonly #writes: ConnectionPool | undefined
  /** Runs the statements of `queryAlone`. Defined in a node. */
  readonly #ofNode: ConnectionPool | undefined
  readonly #traces = new ReadTraces()
  readonly #turns: ReadTurns
  readonly #batches = new RowBatches(statement => this.#turns.runShared(() => this.rows(statement)))
  readonly #retries = new TransactionRetries()
  readonly #schemaVersion: () => number
  readonly #session: ServerSession | undefined
  /** Defined in a node. */
  readonly #nodes: NodeTransactions | undefined
  readonly #announcesChanges: boolean
  /** Whether nodes may run that this engine is none of, or not yet: they learn of its changes from entries in their log. */
  isBesideNodes = false
  /** Whether changes wait for the nodes: no longer after a node has not applied one in time, because it would delay each change. */
  #waitsForNodes = true
  #views: { version: number; sources: ViewSources } | undefined
  /** Settles when the commits that were sent so far have ended. */
  #lastCommit: Promise<void> = Promise.resolve()
  readonly #listeners: ((changes: Changes) => void)[] = []
  #events: CommitListener | undefined

  constructor({ connection, readConnections, writeConnections, readTimeoutMs, ...options }: PostgresPools) {
    this.#session = options.session
    this.#announcesChanges = options.announcesChanges ?? false
    const node = options.session?.node
    this.#nodes = node && new NodeTransactions(node)
    node?.listen(this.#nodeListener, this.#queryAlone)
    this.#schemaVersion = options.schemaVersion
    const forReads = { ...connection, max: readConnections, statement_timeout: readTimeoutMs }
    this.#turns = new ReadTurns(connection)
    this.#reads = new ConnectionPool(forReads, this.#translator, {
      ...options,
      statementLimitMs: readTimeoutMs,
      turns: this.#turns,
    })
    const forWrites = { ...connection, options: `${transactionSettings} ${connection.options ?? ''}`, max: writeConnections }
    this.#writes = writeConnections > 0 ? new ConnectionPool(forWrites, this.#translator, options) : undefined
    this.#ofNode = node && new ConnectionPool({ ...connection, max: nodeConnections }, this.#translator, options)
  }

  readonly #nodeListener: NodeListener = {
    deliver: ({ changes, events }) => {
      this.#announce(changes)
      if (events.length > 0) this.#events?.committed({ seq: this.#events.begin(), events })
    },
    reset: () => {
      this.#session?.announce()
      this.#events?.lost()
    },
    receive: message =>
      this.#events?.committed({ seq: this.#events.begin(), events: [{ type: nodeMessageType, data: message }] }),
  }

  /** Runs a statement of the nodes, which is its own transaction. */
  readonly #queryAlone: NodeQuery = async (text, values) => {
    const pool = this.#ofNode ?? this.#writes
    if (!pool) throw new Error('A reader thread cannot write.')
    return pool.use(client =>
      client.query(text, values).catch((error: unknown) => {
        throw classifyError(error)
      }),
    )
  }

  rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return this.#read(connection => connection.rows(statement, maxLength))
  }

  row(statement: Sql): Promise<Row | undefined> {
    return this.#read(connection => connection.row(statement))
  }

  rowByKey(lookUp: KeyedLookup, key: string): Promise<Row | undefined> {
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
    return this.#reads.use(async client => {
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

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#retries.run(() => this.#transactOnce(work))
  }

  get node(): NodeLink | undefined {
    return this.#session?.node
  }

  async #transactOnce<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (!this.#writes) throw new Error('A reader thread cannot write. Use `inWriter` or a service of the writer.')
    if (this.#nodes?.areShared) return this.#transactAsNode(this.#nodes, this.#writes, work)
    const { value, published, applied } = await this.#writes.use(async client => {
      const connection = new PostgresConnection(client, this.#translator)
      const transaction = new PostgresTransaction(connection, this.#columnsOfIndex)
      transaction.begin()
      const value = await this.#run(work, transaction, connection)
      const identity = await transaction.begun
      const { events } = transaction
      const applied = this.isBesideNodes ? sendBeside(transaction, identity?.id, this.#queryAlone) : undefined
      const commit = this.#events && events.length > 0 ? { seq: this.#events.begin(), events } : undefined
      const committing = this.#commit(connection, transaction, identity)
      const published = this.#publishInOrder(committing, transaction.changes, commit)
      // The connection is free for another transaction when this one has ended, before its turn to be published.
      await committing.catch(() => undefined)
      return { value, published, applied }
    })
    await published
    if (applied && this.#waitsForNodes && !(await applied())) this.#waitsForNodes = false
    return value
  }

  /** Runs a transaction whose commit is delivered by the log of the nodes, so that all of them have the same order. */
  async #transactAsNode<T>(
    nodes: NodeTransactions,
    writes: ConnectionPool,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const { value, end } = await writes.use(async client => {
      const connection = new PostgresConnection(client, this.#translator)
      const transaction = new PostgresTransaction(connection, this.#columnsOfIndex)
      const scope = nodes.scope()
      transaction.begin(scope.lock)
      const value = await this.#run(work, transaction, connection).catch(async error => {
        scope.assertCurrent(await transaction.begun.catch(() => undefined))
        throw error
      })
      const identity = await transaction.begun
      if (scope.isOutdated(identity)) {
        await connection.control('ROLLBACK')
        scope.assertCurrent(identity)
      }
      const end = nodes.send(transaction, identity, scope)
      await end.after(this.#commit(connection, transaction, identity)).catch(error => {
        if (!isDatabaseError(error, 'unknownOutcome')) throw error
        this.#announce(transaction.changes)
        this.#events?.lost()
        throw error
      })
      return { value, end }
    })
    await end.delivered()
    return value
  }

  /**
   * Announces a commit and publishes its events, after all commits that were sent before it, so that changes of the same record are
   * published in their order: PostgreSQL answers on several connections. Rejects with the error of a commit that failed.
   */
  #publishInOrder(committing: Promise<void>, changes: Changes, commit: Commit | undefined): Promise<void> {
    const publish = () => {
      this.#announce(changes)
      if (commit) this.#events?.committed(commit)
    }
    const publishFailure = (error: unknown) => {
      const isUnknown = isDatabaseError(error, 'unknownOutcome')
      if (isUnknown) this.#announce(changes)
      if (commit) this.#events?.committed({ ...commit, events: [] })
      if (isUnknown) this.#events?.lost()
      throw error
    }
    const published = this.#lastCommit.then(() => committing).then(publish, publishFailure)
    this.#lastCommit = published.catch(() => undefined)
    return published
  }

  /** Announces changes that were committed, or may have been. */
  #announce(changes: Changes): void {
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
      await transaction.begun
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
      const outcome = identity ? await findOutcome(ask => this.#reads.use(ask), identity) : 'unknown'
      if (outcome === 'aborted') throw new RepeatError(error)
      if (outcome === 'unknown')
        throw new DatabaseError('unknownOutcome', 'The connection was lost while the change was committed.', { cause: error })
    }
  }

  onCommit(listener: (changes: Changes) => void): void {
    this.#listeners.push(listener)
  }

  onEvents(listener: CommitListener): void {
    this.#events = listener
  }

  onExternalChange(listener: () => void): void {
    this.#session?.onChange(listener)
  }

  onSuspensionChange(listener: (isSuspended: boolean) => void): void {
    listener(false)
  }

  /** Runs work. It can read views, because PostgreSQL can be interrupted. */
  runWithoutViews<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  traceReads(): () => ReadSet {
    return this.#traces.begin()
  }

  traceRead(table: string): void {
    this.#traces.add(table)
  }

  runTurn<T>(turn: number, work: () => Promise<T>): Promise<T | typeof turnEnded> {
    return this.#turns.run(turn, work)
  }

  endTurn(turn: number): Promise<void> {
    return this.#turns.end(turn)
  }

  inspectQueries<T>(work: (look: QueryInspector) => Promise<T>): Promise<T> {
    return this.#reads.use(async client => {
      const connection = new PostgresConnection(client, this.#translator)
      return work({
        dialect: postgresDialect,
        columnsOf: query => columnsOfQuery(connection, query),
        sourcesOf: async query => sourcesOfQuery(connection, query, await loadViewSources(connection)),
        rowsOf: query => rowsOfQuery(connection, query),
        resultOf: (query, maxLength) => resultOfQuery(connection, query, maxLength),
      })
    })
  }

  poolLoads(): PoolLoad[] {
    return [
      this.#reads.load('reads'),
      ...(this.#writes ? [this.#writes.load('writes')] : []),
      ...(this.#ofNode ? [this.#ofNode.load('nodes')] : []),
    ]
  }

  async sizeInBytes(): Promise<number> {
    return Number((await this.row(sql`SELECT pg_database_size(current_database())`))?.[0])
  }

  async close(): Promise<void> {
    await this.#session?.node?.leave()
    await Promise.all([this.#reads.end(), this.#writes?.end(), this.#ofNode?.end(), this.#session?.close()])
  }
}
