import { setTimeout as wait } from 'node:timers/promises'
import pg, { type PoolConfig } from 'pg'

/** The channel on which programs announce that they have changed the database of a server. */
export const changesChannel = 'coffer_changes'

/** The key of the advisory lock that the server of a database holds. */
const serverLock = 0x636f6673
/** Time for which a start waits for the end of the previous server. */
const maxLockWaitMs = 5_000
const retryMs = 250

/**
 * The session of the server of a database. It holds a lock, so that no second server runs on the database with caches of its own,
 * and receives the announcements of other programs, such as `coffer admin`. After a lost connection, it connects again.
 */
export class ServerSession {
  readonly #options: PoolConfig
  readonly #listeners: (() => void)[] = []
  #client: pg.Client | undefined
  #isClosed = false

  private constructor(options: PoolConfig) {
    this.#options = options
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
      await client.end()
      return false
    }
    client.on('notification', () => this.#announce())
    await client.query(`LISTEN ${changesChannel}`)
    client.once('end', () => void this.#reconnect())
    this.#client = client
    return true
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
