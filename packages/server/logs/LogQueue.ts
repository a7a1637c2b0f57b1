import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from '../messages/LogEntry.ts'
import { entriesOf, type LogPage, packEntries } from '../messages/LogPage.ts'
import type { LogSink } from './LogSink.ts'

/** Number of entries in a page. Small, so that entries are packed before the garbage collector promotes them. */
const entriesPerPage = 50
/** Number of waiting pages that are stored without further delay. */
const minBatchPages = 4
/** Maximum number of pages in a batch. Storing them blocks their thread for about 20 ms. */
const maxBatchPages = 40
/** Milliseconds without a new entry after which the waiting entries are stored. */
const idleDelayMs = 3000
/** Maximum bytes of waiting entries. They exceed it only if the log is slower than the requests, or unavailable for minutes. */
const maxWaitingBytes = 32_000_000
const warning = 4
/** Milliseconds between two batches. Each batch rewrites the index pages it touches, so fewer batches write less. */
const batchIntervalMs = 300
/** Milliseconds until entries are stored again that could not be stored because the database was unavailable. */
const retryIntervalMs = 1000

/** Stores pages. Returns false if the database is unavailable now; the pages are then stored later. */
type Store = (pages: LogPage[]) => Promise<boolean>

/** Collects log entries and stores them in batches: when many are waiting, or when none has arrived for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: Store
  #pages: LogPage[] = []
  /** Entries that are not packed into a page yet. */
  #entries: LogEntry[] = []
  #waitingBytes = 0
  /** Number of entries that were dropped since the last batch. */
  #dropped = 0
  #isAvailable = true
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(store: Store) {
    this.#store = store
  }

  write(entry: LogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= entriesPerPage) this.#pack()
    if (this.#pages.length >= minBatchPages) this.#send()
    else if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#sendAfterDelay(), idleDelayMs)
  }

  /** Stores all waiting entries. If the database is unavailable, they are lost, with a message on the console. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#storing
    this.#send()
    await this.#storing
    const lost = this.#pages.flatMap(entriesOf).length
    if (lost > 0) console.error(`Error: ${lost} log entries could not be stored, because the database is unavailable.`)
  }

  #pack(): void {
    if (this.#entries.length === 0) return
    const page = packEntries(this.#entries)
    this.#pages.push(page)
    this.#waitingBytes += page.length
    this.#entries = []
    while (this.#waitingBytes > maxWaitingBytes && this.#pages.length > 0) {
      const [oldest] = this.#take(1)
      if (oldest) this.#dropped += entriesOf(oldest).length
    }
  }

  /** Removes the oldest pages from the queue. */
  #take(count: number): LogPage[] {
    const pages = this.#pages.splice(0, count)
    for (const { length } of pages) this.#waitingBytes -= length
    return pages
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
    if (this.#pages.length > 0) this.#storing = this.#storeAndPause()
  }

  async #storeAndPause(): Promise<void> {
    let left = this.#pages.length
    while (left > 0) {
      const batch = this.#take(Math.min(left, maxBatchPages))
      left -= batch.length
      if (batch.length === 0 || !(await this.#storeBatch(batch))) break
    }
    if (this.#isAvailable) this.#reportDropped()
    if (!this.#isClosing) await wait(this.#isAvailable ? batchIntervalMs : retryIntervalMs)
    this.#storing = undefined
    if (this.#isClosing && !this.#isAvailable) return
    if (this.#pages.length >= minBatchPages || !this.#timer) this.#send()
  }

  /** Stores a batch. Puts it back and returns false if the database is unavailable. */
  async #storeBatch(batch: LogPage[]): Promise<boolean> {
    const isDone = await this.#store(batch).catch(error => {
      console.error('Log entries could not be stored:', error)
      return true
    })
    if (!isDone) {
      this.#pages.unshift(...batch)
      for (const { length } of batch) this.#waitingBytes += length
      if (this.#isAvailable) {
        const share = `the last ${maxWaitingBytes / 1_000_000} MB of its entries are stored when it responds again`
        console.error(`Error: the log cannot be stored, because the database is unavailable; ${share}.`)
      }
    }
    this.#isAvailable = isDone
    return isDone
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    const message = `${this.#dropped} log entries were dropped because they could not be stored fast enough.`
    this.#dropped = 0
    this.#entries.push({ level: warning, message, data: '{}', created: Date.now() })
  }
}
