import type { DataEvent } from '../db/commits.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import { adminsChanged } from './admins.ts'

/** Remembers that there is an admin, and asks again while there is none. */
export class KnownAdmins implements EventConsumer {
  readonly #ask: () => Promise<boolean>
  #isKnown = false

  constructor(ask: () => Promise<boolean>) {
    this.#ask = ask
  }

  async has(): Promise<boolean> {
    this.#isKnown ||= await this.#ask()
    return this.#isKnown
  }

  consume(event: DataEvent): void {
    if (adminsChanged.is(event)) this.recover()
  }

  recover(): void {
    this.#isKnown = false
  }
}
