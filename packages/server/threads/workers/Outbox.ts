/** Milliseconds that a message may wait for others while its thread goes on working. */
const longestWait = 0.5

/**
 * Gathers the messages to another thread that come up in one turn of the event loop and sends them as one: waking a thread and
 * delivering to it costs more than most messages are worth.
 */
export class Outbox<Message> {
  readonly #post: (messages: Message[]) => void
  #messages: Message[] = []
  #since = 0

  constructor(post: (messages: Message[]) => void) {
    this.#post = post
  }

  add(message: Message): void {
    const isFirst = this.#messages.push(message) === 1
    if (isFirst) {
      this.#since = performance.now()
      setImmediate(() => this.#send())
    } else if (performance.now() - this.#since > longestWait) this.#send()
  }

  #send(): void {
    if (this.#messages.length === 0) return
    const messages = this.#messages
    this.#messages = []
    this.#post(messages)
  }
}
