import type { Writable } from 'node:stream'
import { randomSecret } from '../crypto/randomText.ts'
import type { Listener } from '../messages/Audience.ts'
import type { Deliveries } from './Deliveries.ts'
import type { SignInFlow } from './SignInFlow.ts'

/** Milliseconds without a message after which a stream ends; its client comes back and subscribes anew. */
const longestSilence = 5 * 60_000
/** Characters of a client's id. */
export const clientIdLength = 40
/** Characters that may wait for a client that does not read. */
const longestQueue = 4 * 1024 * 1024
/** Characters that are gathered for one write. */
const mostGathered = 64 * 1024

/** An event as it is sent to all who hear of it, behind the id that each of them has. */
export const eventText = (event: string, json: string): string => `event:${event}\ndata:${json}\n\n`

/** One open stream of events. */
export class RealtimeClient {
  readonly id = randomSecret(clientIdLength)
  listener: Listener = { kind: 'guest' }
  subscriptions: ReadonlySet<string> = new Set()
  /** The sign-in through a provider that the client waits for. */
  signIn: SignInFlow | undefined
  readonly #output: Writable
  readonly #deliveries: Deliveries
  readonly #silence: NodeJS.Timeout
  #unsent = ''

  constructor(output: Writable, deliveries: Deliveries) {
    this.#output = output
    this.#deliveries = deliveries
    this.#silence = setTimeout(() => this.end(), longestSilence).unref()
    output.once('close', () => clearTimeout(this.#silence))
  }

  /**
   * Sends an event with the next delivery; a client that has long stopped reading is cut off, for it may come back and begin anew.
   * @param text see `eventText`
   */
  send(text: string): void {
    if (this.#output.writableLength > longestQueue) {
      this.#unsent = ''
      this.#output.destroy()
      return
    }
    if (this.#unsent === '') this.#deliveries.add(this)
    this.#unsent += `id:${this.id}\n${text}`
    if (this.#unsent.length > mostGathered) this.deliver()
  }

  /** Writes what has come up. */
  deliver(): void {
    if (this.#unsent === '') return
    this.#output.write(this.#unsent)
    this.#unsent = ''
    this.#silence.refresh()
  }

  end(): void {
    this.deliver()
    this.#output.end()
  }
}
