/** Maximum number of clients to write to in one turn of the event loop: a write takes ten microseconds or more. */
const maxClientsPerBatch = 250

/** A client with events to write. */
interface Recipient {
  deliver: () => void
}

/**
 * Writes events in a later turn of the event loop. The response to the change is sent first, and several events for a client become
 * one write, whose cost hardly depends on its size.
 */
export class Deliveries {
  readonly #due = new Set<Recipient>()

  add(client: Recipient): void {
    // The first `setImmediate` ends this turn, in which responses are sent. The second one writes the events.
    if (this.#due.size === 0) setImmediate(() => this.#scheduleBatch())
    this.#due.add(client)
  }

  #scheduleBatch(): void {
    setImmediate(() => this.#deliver())
  }

  #deliver(): void {
    let left = maxClientsPerBatch
    for (const client of this.#due) {
      if (left === 0) break
      left -= 1
      this.#due.delete(client)
      client.deliver()
    }
    if (this.#due.size > 0) this.#scheduleBatch()
  }
}
