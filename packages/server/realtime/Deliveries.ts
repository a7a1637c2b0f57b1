/** To how many clients is written before others have the thread: a write takes ten microseconds or more. */
const mostInTurn = 250

/** A client with events to write. */
interface Recipient {
  deliver: () => void
}

/**
 * Writes to clients after the turn in which something came up for them: whoever made the change has been answered by then, and
 * several events for a client are one write, which costs far more than what is in it.
 */
export class Deliveries {
  readonly #due = new Set<Recipient>()

  add(client: Recipient): void {
    // The answers of this turn leave at its end.
    if (this.#due.size === 0) setImmediate(() => this.#goOn())
    this.#due.add(client)
  }

  #goOn(): void {
    setImmediate(() => this.#deliver())
  }

  #deliver(): void {
    let left = mostInTurn
    for (const client of this.#due) {
      if (left === 0) break
      left -= 1
      this.#due.delete(client)
      client.deliver()
    }
    if (this.#due.size > 0) this.#goOn()
  }
}
