import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient, PoolConfig } from 'pg'
import { turnEnded } from '../engine.ts'
import { withClient } from './connectionOptions.ts'

interface Turn {
  /** The connections that it uses. */
  clients: Set<PoolClient>
  isEnded: boolean
}

/** The turns of an engine: reads whose statements can be canceled. */
export class ReadTurns {
  readonly #connection: PoolConfig
  readonly #current = new AsyncLocalStorage<Turn | undefined>()
  readonly #turns = new Map<number, Turn>()
  readonly #pids = new WeakMap<PoolClient, number>()
  readonly #canceled = new WeakSet<PoolClient>()

  constructor(connection: PoolConfig) {
    this.#connection = connection
  }

  /** See `Engine.runTurn`. */
  async run<T>(number: number, work: () => Promise<T>): Promise<T | typeof turnEnded> {
    const turn: Turn = { clients: new Set(), isEnded: false }
    this.#turns.set(number, turn)
    try {
      const result = await this.#current.run(turn, work)
      return turn.isEnded ? turnEnded : result
    } catch (error) {
      if (turn.isEnded) return turnEnded
      throw error
    } finally {
      this.#turns.delete(number)
    }
  }

  /** Runs work that belongs to several turns, so that the end of one of them does not cancel it. */
  runShared<T>(work: () => T): T {
    return this.#current.run(undefined, work)
  }

  /** Sets the process of PostgreSQL that serves a connection. */
  setProcess(client: PoolClient, pid: number): void {
    this.#pids.set(client, pid)
  }

  /**
   * Adds a connection to the current turn. The returned function removes it, and returns whether it has to be closed: a cancellation can
   * arrive after the end of the statement.
   */
  begin(client: PoolClient): () => boolean {
    const turn = this.#current.getStore()
    turn?.clients.add(client)
    return () => {
      turn?.clients.delete(client)
      return this.#canceled.has(client)
    }
  }

  /** See `Engine.endTurn`. */
  async end(number: number): Promise<void> {
    const turn = this.#turns.get(number)
    if (!turn || turn.clients.size === 0) return
    turn.isEnded = true
    const pids = [...turn.clients].flatMap(client => this.#pids.get(client) ?? [])
    for (const client of turn.clients) this.#canceled.add(client)
    await withClient(this.#connection, client =>
      client.query('SELECT pg_cancel_backend(pid) FROM unnest($1::int[]) AS pid', [pids]),
    )
  }
}
