import type { Socket } from 'node:net'
import type { Client } from 'pg'

const checkMs = 1_000

/** A connection that waits for results: what it has received, for how long nothing since, and whether it alone was cut. */
interface Waiting {
  bytes: number
  silentMs: number
  isStuck: boolean
}

interface SilenceOptions {
  /** Time after which a connection that has received nothing is cut. */
  maxSilenceMs: number
  /**
   * If another connection has received something within this time, the database responds, and only the silent connection is cut: its
   * statement is one that PostgreSQL does not interrupt. By default that is never assumed.
   */
  aliveMs?: number
  /** Called after a connection was cut because the database does not respond. */
  onSilence: () => void
}

/**
 * Cuts connections on which nothing arrives while the server waits for a result. If the machine of the database vanishes without closing
 * its connections, the system sends the last statement again and again, and reports an error only after a quarter of an hour.
 */
export class SilenceWatch {
  readonly #options: SilenceOptions
  readonly #watched = new Map<Client, Waiting>()
  /** Time for which nothing has arrived on any connection. */
  #quietMs = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(options: SilenceOptions) {
    this.#options = options
  }

  /** Watches a connection that waits for results. The returned object says later whether it was cut because its statement is stuck. */
  begin(client: Client): Readonly<Pick<Waiting, 'isStuck'>> {
    // Its first check can come at once.
    const waiting = { bytes: bytesOf(client), silentMs: -checkMs, isStuck: false }
    this.#watched.set(client, waiting)
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref()
    return waiting
  }

  end(client: Client): void {
    const waiting = this.#watched.get(client)
    if (waiting && bytesOf(client) !== waiting.bytes) this.#quietMs = 0
    this.#watched.delete(client)
  }

  /** Counts its own calls instead of reading a clock: a process that was suspended has not read what has arrived in the meantime. */
  #check(): void {
    this.#quietMs += checkMs
    for (const [client, waiting] of this.#watched) {
      const bytes = bytesOf(client)
      const hasReceived = bytes !== waiting.bytes
      waiting.bytes = bytes
      waiting.silentMs = hasReceived ? 0 : waiting.silentMs + checkMs
      if (hasReceived) this.#quietMs = 0
    }
    const { maxSilenceMs, aliveMs = 0, onSilence } = this.#options
    for (const [client, waiting] of this.#watched) {
      if (waiting.silentMs < maxSilenceMs) continue
      waiting.isStuck = this.#quietMs < aliveMs
      this.end(client)
      cutConnection(client)
      if (!waiting.isStuck) onSilence()
    }
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#quietMs = Number.POSITIVE_INFINITY
  }
}

function bytesOf(client: Client): number {
  return (client.connection.stream as Socket).bytesRead
}

/** Closes a connection without waiting for the database. Its statements fail. */
export function cutConnection(client: Client): void {
  client.connection.stream.destroy()
}
