import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from '../messages/LogEntry.ts'
import { type LogPage, packEntries } from '../messages/LogPage.ts'
import type { LogSink } from './LogSink.ts'

/** Entries of a page: few enough that they are packed while they are young. */
const pageLength = 50
/** Pages that are worth being stored. */
const enough = 4
/** Pages that are stored at once: whoever does it does nothing else for some 20 milliseconds. */
const most = 40
const quietMilliseconds = 3000
/** Bytes that may wait to be stored. More come only while the disk is slower than those who are logged. */
const maxWaitingBytes = 32_000_000
const warning = 4
/** Milliseconds between two batches while many entries come: a page of the index of messages is written once for each that touches it. */
const restMilliseconds = 300

/** Gathers log entries and stores them together: when many wait, or when there was none for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: (pages: LogPage[]) => Promise<void>
  #pages: LogPage[] = []
  /** Those that are not packed yet. */
  #entries: LogEntry[] = []
  #waitingBytes = 0
  /** How many entries were dropped since the last batch. */
  #dropped = 0
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(store: (pages: LogPage[]) => Promise<void>) {
    this.#store = store
  }

  write(entry: LogEntry): void {
    if (this.#waitingBytes > maxWaitingBytes) {
      this.#dropped += 1
      return
    }
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
    const page = packEntries(this.#entries)
    this.#pages.push(page)
    this.#waitingBytes += page.length
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
      const batch = pages.slice(start, start + most)
      await this.#store(batch).catch(error => console.error('Log entries could not be stored:', error))
      this.#waitingBytes -= batch.reduce((sum, { length }) => sum + length, 0)
    }
    this.#noteDropped()
    if (!this.#isClosing) await wait(restMilliseconds)
    this.#storing = undefined
    if (this.#pages.length >= enough || !this.#timer) this.#send()
  }

  #noteDropped(): void {
    if (this.#dropped === 0) return
    const message = `${this.#dropped} log entries were dropped, because they came faster than they could be stored.`
    this.#dropped = 0
    this.#entries.push({ level: warning, message, data: '{}', created: Date.now() })
  }
}
