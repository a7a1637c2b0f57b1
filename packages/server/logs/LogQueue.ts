import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from './LogEntry.ts'
import type { LogSink } from './LogSink.ts'

const enough = 200
const quietMilliseconds = 3000
/** Milliseconds between two batches while many entries come: fewer and larger ones cost less. */
const restMilliseconds = 100

/** Gathers log entries and stores them together: when many wait, or when there was none for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: (entries: LogEntry[]) => Promise<void>
  #entries: LogEntry[] = []
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(store: (entries: LogEntry[]) => Promise<void>) {
    this.#store = store
  }

  write(entry: LogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= enough) this.#send()
    else if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#sendLate(), quietMilliseconds)
  }

  /** Stores what still waits, and waits for it. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#storing
    this.#send()
    await this.#storing
  }

  #sendLate(): void {
    this.#timer = undefined
    this.#send()
  }

  #send(): void {
    if (this.#storing) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#entries
    if (entries.length === 0) return
    this.#entries = []
    this.#storing = this.#storeAndRest(entries)
  }

  async #storeAndRest(entries: LogEntry[]): Promise<void> {
    // Without the log there is nowhere else to tell of it.
    await this.#store(entries).catch(error => console.error('Log entries could not be stored:', error))
    if (!this.#isClosing) await wait(restMilliseconds)
    this.#storing = undefined
    if (this.#entries.length >= enough || !this.#timer) this.#send()
  }
}
