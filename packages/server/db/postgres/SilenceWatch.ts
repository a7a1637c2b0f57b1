import type { Socket } from 'node:net'
import type { Client } from 'pg'

const checkMs = 1_000

/** What a connection has received, and for how long nothing since. */
interface Received {
  bytes: number
  silentMs: number
}

/**
 * Cuts connections on which nothing arrives while the server waits for a result. If the machine of the database vanishes without closing
 * its connections, the system sends the last statement again and again, and reports an error only after a quarter of an hour.
 */
export class SilenceWatch {
  readonly #maxSilenceMs: number
  readonly #onSilence: () => void
  readonly #watched = new Map<Client, Received>()
  #timer: NodeJS.Timeout | undefined

  /** @param onSilence called after a connection was cut */
  constructor(maxSilenceMs: number, onSilence: () => void) {
    this.#maxSilenceMs = maxSilenceMs
    this.#onSilence = onSilence
  }

  /** Watches a connection that waits for results. */
  begin(client: Client): void {
    this.#watched.set(client, { bytes: -1, silentMs: 0 })
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref()
  }

  end(client: Client): void {
    this.#watched.delete(client)
  }

  /** Counts its own calls instead of reading a clock: a process that was suspended has not read what has arrived in the meantime. */
  #check(): void {
    for (const [client, received] of this.#watched) {
      const { bytesRead } = client.connection.stream as Socket
      received.silentMs = bytesRead === received.bytes ? received.silentMs + checkMs : 0
      received.bytes = bytesRead
      if (received.silentMs < this.#maxSilenceMs) continue
      this.end(client)
      cutConnection(client)
      this.#onSilence()
    }
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Closes a connection without waiting for the database. Its statements fail. */
export function cutConnection(client: Client): void {
  client.connection.stream.destroy()
}
