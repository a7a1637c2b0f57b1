import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, PoolConfig } from 'pg'
import { messageOf } from '../../errors/inspectError.ts'
import type { ConnectionEpoch } from '../../runtime/cache/ConnectionEpoch.ts'
import { printError } from '../../runtime/terminal.ts'
import { isDatabaseError } from '../DatabaseError.ts'
import { classifyError } from './classifyError.ts'
import { createClient } from './connectionOptions.ts'
import { createStatementFunctions, lockFunctions } from './functions.ts'
import { hasSuccessor } from './hasSuccessor.ts'
import { NodeMismatchError } from './nodes/assertNodeFits.ts'
import type { NodeLog } from './nodes/NodeLog.ts'
import { cutConnection, SilenceWatch } from './SilenceWatch.ts'
import { identify, type ServerIdentity } from './serverIdentity.ts'

/** The channel on which programs announce that they have changed the database of a server. */
export const changesChannel = 'coffer_changes'

/** The key of the advisory lock that the server of a database holds. */
const serverLock = 0x636f6673
/** The first key of the advisory locks of the names of nodes. */
const nodeLock = 0x636f666e
/** Time for which a start waits for the end of the previous server. */
const maxLockWaitMs = 5_000
const retryMs = 250
/** Interval of the statements that show whether the database responds, and the time after which it counts as vanished. */
const pingMs = 4_000
const maxSilenceMs = 10_000

/** The lock of the only server of a database. */
const takeLock = 'SELECT pg_try_advisory_lock($1) AS held, true AS "isNamed"'
/** The locks of a node: nodes share the lock that keeps other servers away, and each has one for its name. */
const takeNodeLocks = `SELECT pg_try_advisory_lock_shared($1) AS held, pg_try_advisory_lock(${nodeLock}, hashtext($2)) AS "isNamed"`

/** Finds the session that keeps this one from its locks. Nodes share the first lock. */
const findHolder = `SELECT l.pid, a.application_name AS name FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.pid <> pg_backend_pid()
    AND ((l.classid = 0 AND l.objid = $1 AND l.objsubid = 1 AND (l.mode = 'ExclusiveLock' OR $2 = ''))
      OR (l.classid = ${nodeLock} AND l.objid = (hashtext($2)::bigint & 4294967295)::oid AND l.objsubid = 2))
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Why a node ends that does not fit the others anymore. */
const disconnected = "This node had lost its connection to the database, and ends because it can't join the others again."
const unresponsive = "This node had not responded for a while, and ends because it can't run beside the others anymore."

interface SessionOptions {
  /** The node that the server is. */
  node?: NodeLog | undefined
  /** The connections of all threads of the server. */
  connections?: ConnectionEpoch | undefined
}

/** A lock that a session could not take: of the database, or of its name. */
type Missing = 'database' | 'name'

/**
 * The session of the server of a database. It holds a lock, so that no second server runs on the database with caches of its own,
 * and receives the announcements of other programs, such as `coffer admin`. After a lost connection, it connects again. If another
 * server has taken the lock by then, it ends this process. The session of a node shares the lock with other nodes.
 */
export class ServerSession {
  readonly #options: PoolConfig
  /** Tells a former session of this server, which PostgreSQL has not ended yet, from the session of another one. */
  readonly #name = `coffer ${randomUUID()}`
  readonly #listeners: (() => void)[] = []
  readonly #silenceListeners: (() => void)[] = []
  readonly #watch = new SilenceWatch({
    maxSilenceMs,
    onSilence: () => {
      for (const listener of this.#silenceListeners) listener()
    },
  })
  #client: Client | undefined
  /** The server of PostgreSQL to which the session is connected. */
  #identity: ServerIdentity | undefined
  #isClosed = false
  #wasHeld = false
  /** Why the node could not join the others again, as it was printed. */
  #printedProblem = ''
  readonly node: NodeLog | undefined
  readonly #connections: ConnectionEpoch | undefined

  private constructor(options: PoolConfig, { node, connections }: SessionOptions) {
    this.#options = { ...options, application_name: this.#name }
    this.node = node
    this.#connections = connections
    node?.guardBy({ isOnPrimary: () => this.#isOnPrimary(), end: error => this.#endMismatched(error, unresponsive) })
  }

  /** @throws Error with a sentence for the command line if another server runs on the database, or a node of the same name */
  static async open(options: PoolConfig, given: SessionOptions = {}): Promise<ServerSession> {
    const session = new ServerSession(options, given)
    const startedAt = performance.now()
    for (let missing = await session.#connect(); missing; missing = await session.#connect()) {
      if (performance.now() - startedAt > maxLockWaitMs) throw new Error(session.#explain(missing))
      await wait(retryMs)
    }
    return session
  }

  #explain(missing: Missing): string {
    if (missing === 'name') return `A node with the name "${this.node?.name}" runs already. Choose another name with --node.`
    return this.node
      ? 'A server without --node runs on this database. Stop it, or start it with --node too.'
      : 'Another server runs on this database. Stop that one first, or choose another database with --database.'
  }

  /** Returns why this process ends after it has lost its connection: another one has a lock by now. */
  #explainLoss(missing: Missing): string {
    if (missing === 'name')
      return `Another node has started with the name "${this.node?.name}" while this one had lost its connection to the database, so this one ends. Give each node a name of its own.`
    return this.node
      ? 'A server without --node has taken over the database while this node had lost its connection, so this node ends. Start that server with --node too, or run only that one.'
      : 'Another server has taken over the database while this one had lost its connection, so this one ends. Run only one of them.'
  }

  /** Calls a listener when another program may have changed the database. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Calls a listener when the database has not responded for some seconds, as when its machine has vanished. */
  onSilence(listener: () => void): void {
    this.#silenceListeners.push(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.node?.leave()
    await this.#client?.end().catch(() => undefined)
  }

  /** Calls the listeners, because another program may have changed the database. */
  announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Returns which lock the session does not get. */
  async #connect(): Promise<Missing | undefined> {
    const client = createClient(this.#options)
    // The error of a lost connection is followed by `end`.
    client.on('error', () => undefined)
    await client.connect()
    this.#observe(client)
    const missing = await this.#takeLocks(client)
    if (missing || this.#isClosed) {
      if (missing && this.#wasHeld && !this.#isClosed) await this.#yieldTo(client, missing)
      await client.end()
      return missing
    }
    await client.query(lockFunctions)
    // A newer program may have removed them while no session of this version was open.
    if (this.#wasHeld) await createStatementFunctions(client)
    this.#wasHeld = true
    client.on('notification', ({ channel }) => {
      if (channel === changesChannel) this.announce()
    })
    await client.query(`LISTEN ${changesChannel}`)
    if (this.#mayHaveSuccessor) this.#identity = await identify(client)
    client.once('end', () => void this.#reconnect())
    this.#client = client
    this.node?.attach(client)
    return undefined
  }

  /** Cuts a connection to which the database no longer responds. */
  #observe(client: Client): void {
    this.#watch.begin(client)
    const ping = () => {
      client.query('SELECT 1').catch(() => undefined)
      if (this.#mayHaveSuccessor) void this.#isOnPrimary()
    }
    const pings = setInterval(ping, pingMs).unref()
    client.once('end', () => {
      clearInterval(pings)
      this.#watch.end(client)
    })
  }

  /** Whether new connections can lead to another server of PostgreSQL than this session. */
  get #mayHaveSuccessor(): boolean {
    return this.node !== undefined || this.#options.Client !== undefined
  }

  /**
   * Resolves with whether the session leads to the primary. If a standby was promoted while the former primary was suspended or isolated,
   * all connections of the server are replaced.
   */
  async #isOnPrimary(): Promise<boolean> {
    const [client, identity] = [this.#client, this.#identity]
    if (!client || !identity || !(await hasSuccessor(identity, this.#options))) return true
    // The session can have been lost in the meantime.
    if (identity !== this.#identity || this.#isClosed) return true
    this.#identity = undefined
    printError`Warning: The database is now served by another PostgreSQL server. This server leaves the former primary.`
    this.#connections?.advance()
    for (const listener of this.#silenceListeners) listener()
    cutConnection(client)
    return false
  }

  async #takeLocks(client: Client): Promise<Missing | undefined> {
    const { rows } = await client.query<{ held: boolean; isNamed: boolean }>(
      this.node ? takeNodeLocks : takeLock,
      this.node ? [serverLock, this.node.name] : [serverLock],
    )
    if (!rows[0]?.held) return 'database'
    return rows[0].isNamed ? undefined : 'name'
  }

  /** Ends the former session of this server, or this process if another server holds the lock. */
  async #yieldTo(client: Client, missing: Missing): Promise<void> {
    const { rows } = await client.query<{ pid: number; name: string | null }>(findHolder, [serverLock, this.node?.name ?? ''])
    const [holder] = rows
    if (!holder) return
    if (holder.name === this.#name) {
      await client.query('SELECT pg_terminate_backend($1)', [holder.pid])
      return
    }
    printError`Error: ${this.#explainLoss(missing)}`
    this.#endProcess()
  }

  /** Ends this process from outside, because the session belongs to a thread. */
  #endProcess(): void {
    this.#isClosed = true
    process.kill(process.pid, 'SIGTERM')
  }

  async #reconnect(): Promise<void> {
    if (this.#isClosed) return
    this.node?.lose()
    while (!this.#isClosed) {
      const isHeld = await this.#connect().then(
        missing => missing === undefined,
        () => false,
      )
      // Announcements may have been missed.
      this.announce()
      if (isHeld) return this.#rejoin()
      await wait(retryMs)
    }
  }

  /** Joins the other nodes again. If that fails, the connection is closed, and `#reconnect` runs again. */
  async #rejoin(): Promise<void> {
    const client = this.#client
    try {
      await this.node?.rejoin()
      this.#printedProblem = ''
    } catch (error) {
      if (error instanceof NodeMismatchError) return this.#endMismatched(error, disconnected)
      this.#printProblem(classifyError(error))
      await wait(retryMs)
      await client?.end()
    }
  }

  #endMismatched(error: NodeMismatchError, reason: string): void {
    printError`Error: ${error.message} ${reason}`
    this.node?.lose()
    this.#endProcess()
  }

  /** Prints why the node could not join, once. A lost connection is no problem of its own. */
  #printProblem(error: unknown): void {
    const problem = messageOf(error)
    if (isDatabaseError(error, 'unreachable') || problem === this.#printedProblem) return
    this.#printedProblem = problem
    printError`Error: This node could not join the others again: ${problem}. It tries again until it can.`
  }
}

/**
 * Runs work while no server uses a PostgreSQL database.
 * @throws Error with a sentence for the command line if a server or another move uses it
 */
export async function withoutServer<T>(connection: PoolConfig, work: () => Promise<T>): Promise<T> {
  const session = await ServerSession.open(connection)
  try {
    return await work()
  } finally {
    await session.close()
  }
}
