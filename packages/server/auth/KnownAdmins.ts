import type { DataEvent } from '../db/commits.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import { adminsChanged } from './admins.ts'

/** Remembers that there is an admin, and asks again while there is none. */
export class KnownAdmins implements EventConsumer {
  readonly #ask: () => Promise<boolean>
  #isKnown = false
  /** Number of the changes of admins so far. */
  #changes = 0

  constructor(ask: () => Promise<boolean>) {
    this.#ask = ask
  }

  async has(): Promise<boolean> {
    if (this.#isKnown) return true
    const changes = this.#changes
    const exists = await this.#ask()
    // The answer can be from before a change that was committed in the meantime.
    if (changes === this.#changes) this.#isKnown = exists
    return exists
  }

  consume(event: DataEvent): void {
    if (adminsChanged.is(event)) this.recover()
  }

  recover(): void {
    this.#changes += 1
    this.#isKnown = false
  }
}
