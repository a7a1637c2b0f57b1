import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg, { type PoolConfig } from 'pg'

/** The channel on which programs announce that they have changed the database of a server. */
export const changesChannel = 'coffer_changes'

/** The key of the advisory lock that the server of a database holds. */
const serverLock = 0x636f6673
/** Time for which a start waits for the end of the previous server. */
const maxLockWaitMs = 5_000
const retryMs = 250

/** Lets PostgreSQL end the session of a machine that has vanished, and so release its lock, after 25 seconds instead of two hours. */
const keepAlive = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

const findHolder = `SELECT l.pid, a.application_name AS name FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = $1 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * The session of the server of a database. It holds a lock, so that no second server runs on the database with caches of its own,
 * and receives the announcements of other programs, such as `coffer admin`. After a lost connection, it connects again. If another
 * server has taken the lock in the meantime, it ends this process.
 */
export class ServerSession {
  readonly #options: PoolConfig
  /** Tells a former session of this server, which PostgreSQL has not ended yet, from the session of another one. */
  readonly #name = `coffer ${randomUUID()}`
  readonly #listeners: (() => void)[] = []
  #client: pg.Client | undefined
  #isClosed = false
  #wasHeld = false

  private constructor(options: PoolConfig) {
    this.#options = { ...options, application_name: this.#name, keepAliveInitialDelayMillis: 10_000 }
  }

  /** @throws Error with a sentence for the command line if another server runs on the database */
  static async open(options: PoolConfig): Promise<ServerSession> {
    const session = new ServerSession(options)
    const startedAt = performance.now()
    while (!(await session.#connect())) {
      if (performance.now() - startedAt > maxLockWaitMs)
        throw new Error('Another server runs on this database. Stop that one first, or choose another database with --database.')
      await wait(retryMs)
    }
    return session
  }

  /** Calls a listener when another program may have changed the database. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Returns whether the session holds the lock. */
  async #connect(): Promise<boolean> {
    const client = new pg.Client(this.#options)
    // The error of a lost connection is followed by `end`.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [serverLock])
    if (!rows[0]?.held || this.#isClosed) {
      if (this.#wasHeld && !this.#isClosed) await this.#yieldTo(client)
      await client.end()
      return false
    }
    this.#wasHeld = true
    client.on('notification', () => this.#announce())
    await client.query(`${keepAlive}; LISTEN ${changesChannel}`)
    client.once('end', () => void this.#reconnect())
    this.#client = client
    return true
  }

  /** Ends the former session of this server, or this process if another server holds the lock. */
  async #yieldTo(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ pid: number; name: string | null }>(findHolder, [serverLock])
    const [holder] = rows
    if (!holder) return
    if (holder.name === this.#name) {
      await client.query('SELECT pg_terminate_backend($1)', [holder.pid])
      return
    }
    console.error(
      'Error: Another server has taken over the database while this one had lost its connection, so this one ends. Run only one of them.',
    )
    this.#isClosed = true
    // The session belongs to a thread, which cannot end the process in an orderly way itself.
    process.kill(process.pid, 'SIGTERM')
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      const isHeld = await this.#connect().catch(() => false)
      // Announcements may have been missed.
      this.#announce()
      if (isHeld) return
      await wait(retryMs)
    }
  }
}
