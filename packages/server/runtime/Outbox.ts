/** Maximum time that a message waits for others while its thread is busy. */
const maxWaitMs = 0.5

/**
 * Collects the messages of one turn of the event loop for another thread or clients and sends them together. Waking a sleeping
 * receiver takes Linux longer than handling most messages: with batches, `npm run bench -- records` gives 27,000 views per second
 * instead of 16,500 (docs/decisions/027-write-responses-in-batches.md). Can be removed when Node itself combines the messages and
 * the socket writes of a turn.
 */
export class Outbox<Message> {
  readonly #send: (messages: Message[]) => void
  readonly #atEnd: (empty: () => void) => void
  #messages: Message[] = []
  #since = 0

  /** @param atEnd schedules a callback after the current work; by default after the current turn of the event loop */
  constructor(send: (messages: Message[]) => void, atEnd: (empty: () => void) => void = setImmediate) {
    this.#send = send
    this.#atEnd = atEnd
  }

  add(message: Message): void {
    const isFirst = this.#messages.push(message) === 1
    if (isFirst) {
      this.#since = performance.now()
      this.#atEnd(() => this.#empty())
    } else if (performance.now() - this.#since > maxWaitMs) this.#empty()
  }

  #empty(): void {
    if (this.#messages.length === 0) return
    const messages = this.#messages
    this.#messages = []
    this.#send(messages)
  }
}
