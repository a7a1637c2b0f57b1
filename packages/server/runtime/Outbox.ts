/** Milliseconds that something may wait for others while its thread goes on working. */
const longestWait = 0.5

/**
 * Gathers what comes up in one turn of the event loop for somebody else, another thread or clients, and sends it together: to wake
 * them for each message costs more than most messages are worth.
 */
export class Outbox<Message> {
  readonly #send: (messages: Message[]) => void
  readonly #atEnd: (empty: () => void) => void
  #messages: Message[] = []
  #since = 0

  /** @param atEnd runs something once the work at hand is done: all of the turn when nothing else is said */
  constructor(send: (messages: Message[]) => void, atEnd: (empty: () => void) => void = setImmediate) {
    this.#send = send
    this.#atEnd = atEnd
  }

  add(message: Message): void {
    const isFirst = this.#messages.push(message) === 1
    if (isFirst) {
      this.#since = performance.now()
      this.#atEnd(() => this.#empty())
    } else if (performance.now() - this.#since > longestWait) this.#empty()
  }

  #empty(): void {
    if (this.#messages.length === 0) return
    const messages = this.#messages
    this.#messages = []
    this.#send(messages)
  }
}
