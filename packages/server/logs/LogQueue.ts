import { setTimeout as wait } from 'node:timers/promises'
import { printError } from '../runtime/terminal.ts'
import { entriesOf, type LogEntry, type LogPage, levels, packEntries } from './LogEntry.ts'
import type { LogSink } from './LogSink.ts'

/** Number of entries in a page. Small, so that entries are packed before the garbage collector promotes them. */
const entriesPerPage = 50
/** Number of waiting pages that are stored without further delay. */
const minBatchPages = 4
/** Maximum number of pages in a batch. Storing them blocks their thread for about 20 ms. */
const maxBatchPages = 40
/** Bytes of a batch after which no page is added. What a batch takes on the disk must fit into the part that the log leaves to data. */
const maxBatchBytes = 1_500_000
/** Milliseconds after which waiting entries are stored, however few they are. */
const maxDelayMs = 3000
/** Maximum bytes of waiting entries. They exceed it only if the log is slower than the requests, or unavailable for minutes. */
const maxWaitingBytes = 32_000_000
/** Milliseconds between two batches. Each batch rewrites the index pages it touches, so fewer batches write less. */
const batchIntervalMs = 300
/** Milliseconds until entries are stored again that could not be stored because the database was unavailable. */
const retryIntervalMs = 1000

/** Stores pages. Returns false if the database is unavailable or its disk is full now; the pages are then stored later. */
type Store = (pages: LogPage[]) => Promise<boolean>

/** Collects log entries and stores them in batches: when many are waiting, or when the oldest has waited for three seconds. */
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
  #isClosed = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Adds an entry. After `close`, nothing could store it. */
  write(entry: LogEntry): void {
    if (this.#isClosed) return
    this.#entries.push(entry)
    if (this.#entries.length >= entriesPerPage) this.#pack()
    if (this.#pages.length >= minBatchPages) this.#send()
    else this.#timer ??= setTimeout(() => this.#sendAfterDelay(), maxDelayMs)
  }

  /** Stores all waiting entries. If that is impossible now, they are lost, with a message on the console. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#storing
    do {
      this.#send()
      await this.#storing
      // The last requests can add entries while others are stored.
    } while (this.#isAvailable && this.#entries.length > 0)
    this.#isClosed = true
    clearTimeout(this.#timer)
    const lost = this.#pages.flatMap(entriesOf).length + this.#entries.length
    if (lost > 0)
      printError`Error: ${lost} log entries could not be stored, because the database is unavailable or the disk is full.`
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

  #takeBatch(maxPages: number): LogPage[] {
    let bytes = 0
    const isFull = ({ length }: LogPage) => {
      bytes += length
      return bytes > maxBatchBytes
    }
    const fitting = this.#pages.slice(0, Math.min(maxPages, maxBatchPages)).findIndex(isFull)
    return this.#take(fitting === -1 ? Math.min(maxPages, maxBatchPages) : Math.max(1, fitting))
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
      const batch = this.#takeBatch(left)
      left -= batch.length
      if (batch.length === 0 || !(await this.#storeBatch(batch))) break
    }
    if (this.#isAvailable) this.#reportDropped()
    if (!this.#isClosing) await wait(this.#isAvailable ? batchIntervalMs : retryIntervalMs)
    this.#storing = undefined
    if (this.#isClosing && !this.#isAvailable) return
    if (this.#pages.length >= minBatchPages || !this.#timer) this.#send()
  }

  /** Stores a batch. Puts it back and returns false if it cannot be stored now. */
  async #storeBatch(batch: LogPage[]): Promise<boolean> {
    const isDone = await this.#store(batch).catch(error => {
      printError`Log entries could not be stored: ${error}`
      return true
    })
    if (!isDone) {
      this.#pages.unshift(...batch)
      for (const { length } of batch) this.#waitingBytes += length
      if (this.#isAvailable) {
        const share = `the last ${maxWaitingBytes / 1_000_000} MB of its entries are stored when that is over`
        printError`Error: the log cannot be stored, because the database is unavailable or the disk is full; ${share}.`
      }
    }
    this.#isAvailable = isDone
    return isDone
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    const message = `${this.#dropped} log entries were dropped because they could not be stored fast enough.`
    this.#dropped = 0
    this.#entries.push({ level: levels.warning, message, data: '{}', created: Date.now() })
  }
}
