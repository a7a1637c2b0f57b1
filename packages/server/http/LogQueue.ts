import type { LogEntry } from '../logs/LogEntry.ts'
import type { LogSink } from './LogSink.ts'

const mostQueued = 200
const quietMilliseconds = 3000

/** Gathers log entries and stores them together: when many wait, or when there was none for three seconds. */
export class LogQueue implements LogSink {
  readonly #store: (entries: LogEntry[]) => Promise<void>
  readonly #storing = new Set<Promise<void>>()
  #entries: LogEntry[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(store: (entries: LogEntry[]) => Promise<void>) {
    this.#store = store
  }

  write(entry: LogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= mostQueued) this.#send()
    else if (this.#timer) this.#timer.refresh()
    else this.#timer = setTimeout(() => this.#send(), quietMilliseconds)
  }

  /** Stores what still waits, and waits for it. */
  async close(): Promise<void> {
    this.#send()
    await Promise.all(this.#storing)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#entries
    if (entries.length === 0) return
    this.#entries = []
    // Without the log there is nowhere else to tell of it.
    const storing = this.#store(entries).catch(error => console.error('Log entries could not be stored:', error))
    this.#storing.add(storing)
    void storing.finally(() => this.#storing.delete(storing))
  }
}
