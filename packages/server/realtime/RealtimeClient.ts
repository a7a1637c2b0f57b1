import type { Writable } from 'node:stream'
import { randomSecret } from '../crypto/randomText.ts'
import type { Listener } from '../messages/Audience.ts'
import type { Deliveries } from './Deliveries.ts'
import type { SignInFlow } from './SignInFlow.ts'

/** Time without an event after which a stream ends. The client reconnects and subscribes again. */
const idleTimeoutMs = 5 * 60_000
/** Length of a client id in characters. */
export const clientIdLength = 40
/** Maximum number of characters queued for a client that does not read. */
const maxQueuedLength = 4 * 1024 * 1024
/** Number of characters after which pending events are written at once. */
const maxBatchLength = 64 * 1024

/** Serializes an event without its `id` line, which differs between clients. */
export const eventText = (event: string, json: string): string => `event:${event}\ndata:${json}\n\n`

/** A connected client and its event stream. */
export class RealtimeClient {
  readonly id = randomSecret(clientIdLength)
  listener: Listener = { kind: 'guest' }
  subscriptions: ReadonlySet<string> = new Set()
  /** The OAuth2 sign-in that the client waits for. */
  signIn: SignInFlow | undefined
  readonly #output: Writable
  readonly #deliveries: Deliveries
  readonly #idleTimer: NodeJS.Timeout
  #pending = ''

  constructor(output: Writable, deliveries: Deliveries) {
    this.#output = output
    this.#deliveries = deliveries
    this.#idleTimer = setTimeout(() => this.end(), idleTimeoutMs).unref()
    output.once('close', () => clearTimeout(this.#idleTimer))
  }

  /**
   * Queues an event for the next delivery. Closes the connection if the client has stopped reading; the client can reconnect.
   * @param text see `eventText`
   */
  send(text: string): void {
    if (this.#output.writableLength > maxQueuedLength) {
      this.#pending = ''
      this.#output.destroy()
      return
    }
    if (this.#pending === '') this.#deliveries.add(this)
    this.#pending += `id:${this.id}\n${text}`
    if (this.#pending.length > maxBatchLength) this.deliver()
  }

  /** Writes the pending events. */
  deliver(): void {
    if (this.#pending === '') return
    this.#output.write(this.#pending)
    this.#pending = ''
    this.#idleTimer.refresh()
  }

  end(): void {
    this.deliver()
    this.#output.end()
  }
}
