import { Socket } from 'node:net'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import type { ConnectionEpoch } from '../../runtime/cache/ConnectionEpoch.ts'
import type { PoolLoad } from '../../runtime/metrics/ThreadLoad.ts'
import { DatabaseError, isDatabaseError } from '../DatabaseError.ts'
import { classifyError } from './classifyError.ts'
import { lockFunctions } from './functions.ts'
import { MessageSocket } from './MessageSocket.ts'
import type { ReadTurns } from './ReadTurns.ts'
import type { ServerSession } from './ServerSession.ts'
import { cutConnection, SilenceWatch } from './SilenceWatch.ts'
import { forgetPrimary } from './serverIdentity.ts'
import { RepeatError } from './TransactionRetries.ts'
import type { Translator } from './translate.ts'

/**
 * Number of statements that can get a name before a connection is replaced. PostgreSQL retains each prepared statement, some 30 KB, until
 * the end of the connection, and clients can cause any number of different ones with their filters.
 */
const maxNewNames = 1000
/** Time after the time limit of a statement by which PostgreSQL must have reported that it has canceled the statement. */
const cancelMs = 5_000

/** The epoch in which a connection began to be opened. */
const epochOf = (client: pg.Client): unknown => (client as { epoch?: unknown }).epoch

/** Returns a class of clients that note the epoch of their connection. */
function clientWithEpoch({ Client = pg.Client }: PoolConfig, { current }: ConnectionEpoch): typeof pg.Client {
  return class extends (Client as typeof pg.Client) {
    readonly epoch = current()
  }
}

/** @param opened called with each connection and the process of PostgreSQL that serves it */
function openPool(options: PoolConfig, opened: (client: PoolClient, pid: number) => void): pg.Pool {
  // TLS needs a socket that it can read itself.
  const stream = (({ ssl }: pg.ClientConfig) => (ssl ? new Socket() : new MessageSocket())) as () => Socket
  const pool = new pg.Pool({ ...options, stream })
  // A lost connection also fails the statements on it, and the pool replaces it. Without listeners, Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    client.on('error', () => undefined)
    // Sent before the first statement, and not waited for.
    const locked = client.query<{ pid: number }>(`${lockFunctions}, pg_backend_pid() AS pid`)
    locked.then(({ rows: [row] }) => row && opened(client, row.pid)).catch(() => undefined)
  })
  return pool
}

/** How a pool notices that the machine of the database has vanished, and who ends its statements. */
interface PoolWatch {
  /** The session of the server in this thread. If the database no longer responds to it, all connections are replaced. */
  session?: ServerSession
  /** Time limit of each statement in milliseconds. 0 if there is none, or if connections can be idle while they are used. */
  statementLimitMs?: number
  /** The turns that use the connections. */
  turns?: ReadTurns
  /** Which connections can go on being used. */
  connections?: ConnectionEpoch
}

/** Connections that are used by one caller at a time, opened when they are needed. */
export class ConnectionPool {
  readonly #options: PoolConfig
  readonly #pool: pg.Pool
  readonly #connections: ConnectionEpoch
  /** The epoch in which this pool has last looked for the primary. */
  #epoch: number
  readonly #translator: Translator
  readonly #clients = new Set<PoolClient>()
  readonly #turns: ReadTurns | undefined
  /** Defined if statements have a time limit. */
  readonly #watch: SilenceWatch | undefined
  /** The number of names at the opening of each connection. */
  readonly #namesBefore = new WeakMap<PoolClient, number>()

  /** @param translator gives prepared statements the names that the connections know */
  constructor(options: PoolConfig, translator: Translator, { session, statementLimitMs = 0, turns, connections }: PoolWatch) {
    this.#options = options
    this.#connections = connections ?? { current: () => 0, advance: () => undefined }
    this.#epoch = this.#connections.current()
    this.#pool = openPool({ ...options, Client: clientWithEpoch(options, this.#connections) }, (client, pid) =>
      turns?.setProcess(client, pid),
    )
    this.#turns = turns
    this.#translator = translator
    this.#pool.on('connect', client => {
      this.#clients.add(client)
      this.#namesBefore.set(client, translator.names)
    })
    this.#pool.on('remove', client => this.#clients.delete(client))
    if (statementLimitMs > 0) {
      const limits = { maxSilenceMs: statementLimitMs + cancelMs, aliveMs: cancelMs }
      this.#watch = new SilenceWatch({ ...limits, onSilence: () => this.#cutAll() })
    }
    session?.onSilence(() => this.#cutAll())
  }

  /**
   * Calls a function with a connection, which is closed afterwards if it was lost or holds too many prepared statements.
   * @throws DatabaseError of the kind `deadline` if PostgreSQL has not canceled a statement that exceeded its time limit
   */
  async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let isBroken = false
    const watched = this.#watch?.begin(client)
    const endUse = this.#turns?.begin(client)
    try {
      return await work(client)
    } catch (error) {
      if (watched?.isStuck) {
        isBroken = true
        throw new DatabaseError('deadline', 'The statement exceeded its time limit, and PostgreSQL did not cancel it.', {
          cause: error,
        })
      }
      const cause = error instanceof RepeatError ? error.cause : error
      // A server that became read-only may be a former primary.
      isBroken = isDatabaseError(cause, 'unreachable') || isDatabaseError(cause, 'readOnly')
      throw error
    } finally {
      this.#watch?.end(client)
      const isCanceled = endUse?.() ?? false
      client.release(isBroken || isCanceled || this.#isFull(client))
    }
  }

  /** Returns a connection of the current epoch. */
  async #connect(): Promise<PoolClient> {
    for (;;) {
      const epoch = this.#connections.current()
      if (epoch !== this.#epoch) forgetPrimary(this.#options)
      this.#epoch = epoch
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw classifyError(error)
      })
      if (epochOf(client) === this.#connections.current()) return client
      client.release(true)
    }
  }

  /** Cuts all connections, also idle ones, which would only fail the next statements. */
  #cutAll(): void {
    for (const client of this.#clients) cutConnection(client)
  }

  #isFull(client: PoolClient): boolean {
    return this.#translator.names - (this.#namesBefore.get(client) ?? 0) > maxNewNames
  }

  load(pool: PoolLoad['pool']): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { pool, active: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
