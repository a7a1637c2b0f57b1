import type { Writable } from 'node:stream'
import { randomSecret } from '../db/randomText.ts'
import type { Listener } from './Audience.ts'

/** Milliseconds without a message after which a stream ends; its client comes back and subscribes anew. */
const longestSilence = 5 * 60_000
/** Bytes that may wait for a client that does not read. */
const longestQueue = 4 * 1024 * 1024

/** One open stream of events. */
export class RealtimeClient {
  readonly id = randomSecret(40)
  listener: Listener = { kind: 'guest' }
  subscriptions: ReadonlySet<string> = new Set()
  readonly #output: Writable
  readonly #silence: NodeJS.Timeout

  constructor(output: Writable) {
    this.#output = output
    this.#silence = setTimeout(() => this.end(), longestSilence).unref()
    output.once('close', () => clearTimeout(this.#silence))
  }

  /** Sends an event; a client that has long stopped reading is cut off, for it may come back and begin anew. */
  send(event: string, json: string): void {
    if (this.#output.writableLength > longestQueue) {
      this.#output.destroy()
      return
    }
    this.#output.write(`id:${this.id}\nevent:${event}\ndata:${json}\n\n`)
    this.#silence.refresh()
  }

  end(): void {
    this.#output.end()
  }
}
