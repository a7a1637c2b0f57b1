import type { Hold } from '../../runtime/clients/Hold.ts'
import type { Progress } from './EventIds.ts'

/** Milliseconds for which the changes of a disconnected client's topics are recorded. */
const maxAbsenceMs = 5 * 60_000

/** What is known of a client that has disconnected. */
export interface DepartedClient {
  /** What the client has received if it has seen no event of a change; `unknown` if the server does not know. */
  start: Progress | 'unknown'
  /** The keys of its topics, see `ListenedTopics`. */
  keys: readonly string[]
  /** Counts the memory for the client. */
  hold: Hold
}

interface Stored {
  client: DepartedClient
  expires: number
}

/** The clients that have disconnected lately, by id. Their topics stay listened to, so that they can receive what they miss. */
export class DepartedClients {
  readonly #stored = new Map<string, Stored>()
  readonly #onExpired: (keys: readonly string[]) => void
  #timer: NodeJS.Timeout | undefined

  /** @param onExpired called with the keys of a client that has been away for too long */
  constructor(onExpired: (keys: readonly string[]) => void) {
    this.#onExpired = onExpired
  }

  add(id: string, client: DepartedClient): void {
    this.#stored.set(id, { client, expires: performance.now() + maxAbsenceMs })
    this.#schedule(maxAbsenceMs)
  }

  find(id: string): DepartedClient | undefined {
    return this.#stored.get(id)?.client
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#removeExpired()
    }, delayMs).unref()
  }

  #removeExpired(): void {
    const now = performance.now()
    // In the order of their expiry.
    for (const [id, { client, expires }] of this.#stored) {
      if (expires > now) {
        this.#schedule(expires - now)
        return
      }
      this.#stored.delete(id)
      client.hold.release()
      this.#onExpired(client.keys)
    }
  }
}
