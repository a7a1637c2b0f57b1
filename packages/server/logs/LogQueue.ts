import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from './LogEntry.ts'
import { type LogPage, packEntries } from './LogPage.ts'
import type { LogSink } from './LogSink.ts'

/** Entries of a page: few enough that they are packed while they are young. */
const pageLength = 50
/** Pages that are worth being stored. */
const enough = 4
/** Pages that are stored at once: whoever does it does nothing else for some 20 milliseconds. */
const most = 40
const quietMilliseconds = 3000
/** Milliseconds between two batches while many entries come: a page of the index of messages is written once for each that touches it. */
const restMilliseconds = 300

/** Gathers log entries and stores them together: when many wait, or when there was none for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: (pages: LogPage[]) => Promise<void>
  #pages: LogPage[] = []
  /** Those that are not packed yet. */
  #entries: LogEntry[] = []
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(store: (pages: LogPage[]) => Promise<void>) {
    this.#store = store
  }

  write(entry: LogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= pageLength) this.#pack()
    if (this.#pages.length >= enough) this.#send()
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

  #pack(): void {
    if (this.#entries.length === 0) return
    this.#pages.push(packEntries(this.#entries))
    this.#entries = []
  }

  #sendLate(): void {
    this.#timer = undefined
    this.#send()
  }

  #send(): void {
    if (this.#storing) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pack()
    const pages = this.#pages
    if (pages.length === 0) return
    this.#pages = []
    this.#storing = this.#storeAndRest(pages)
  }

  async #storeAndRest(pages: LogPage[]): Promise<void> {
    for (let start = 0; start < pages.length; start += most) {
      // Without the log there is nowhere else to tell of it.
      await this.#store(pages.slice(start, start + most)).catch(error => console.error('Log entries could not be stored:', error))
    }
    if (!this.#isClosing) await wait(restMilliseconds)
    this.#storing = undefined
    if (this.#pages.length >= enough || !this.#timer) this.#send()
  }
}
