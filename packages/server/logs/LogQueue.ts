import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from '../messages/LogEntry.ts'
import { type LogPage, packEntries } from '../messages/LogPage.ts'
import type { LogSink } from './LogSink.ts'

/** Number of entries in a page. Small, so that entries are packed before the garbage collector promotes them. */
const entriesPerPage = 50
/** Number of waiting pages that are stored without further delay. */
const minBatchPages = 4
/** Maximum number of pages in a batch. Storing them blocks their thread for about 20 ms. */
const maxBatchPages = 40
/** Milliseconds without a new entry after which the waiting entries are stored. */
const idleDelayMs = 3000
/** Maximum bytes of waiting entries. They exceed it only if the disk is slower than the requests that are logged. */
const maxWaitingBytes = 32_000_000
const warning = 4
/** Milliseconds between two batches. Each batch rewrites the index pages it touches, so fewer batches write less. */
const batchIntervalMs = 300

/** Collects log entries and stores them in batches: when many are waiting, or when none has arrived for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: (pages: LogPage[]) => Promise<void>
  #pages: LogPage[] = []
  /** Entries that are not packed into a page yet. */
  #entries: LogEntry[] = []
  #waitingBytes = 0
  /** Number of entries that were dropped since the last batch. */
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
    if (this.#entries.length >= entriesPerPage) this.#pack()
    if (this.#pages.length >= minBatchPages) this.#send()
    else if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#sendAfterDelay(), idleDelayMs)
  }

  /** Stores all waiting entries. */
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

  #sendAfterDelay(): void {
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
    this.#storing = this.#storeAndPause(pages)
  }

  async #storeAndPause(pages: LogPage[]): Promise<void> {
    for (let start = 0; start < pages.length; start += maxBatchPages) {
      const batch = pages.slice(start, start + maxBatchPages)
      await this.#store(batch).catch(error => console.error('Log entries could not be stored:', error))
      this.#waitingBytes -= batch.reduce((sum, { length }) => sum + length, 0)
    }
    this.#reportDropped()
    if (!this.#isClosing) await wait(batchIntervalMs)
    this.#storing = undefined
    if (this.#pages.length >= minBatchPages || !this.#timer) this.#send()
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    const message = `${this.#dropped} log entries were dropped because they arrived faster than they could be stored.`
    this.#dropped = 0
    this.#entries.push({ level: warning, message, data: '{}', created: Date.now() })
  }
}
