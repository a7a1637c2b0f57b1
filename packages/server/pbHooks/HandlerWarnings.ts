import { levels } from '../logs/LogEntry.ts'
import { printError } from '../runtime/terminal.ts'
import type { HandlerRun } from './messages.ts'

/** Writes to the log: level, message and data. */
type WriteLog = (level: number, message: string, data: object) => void

/** Prints and logs what handlers should do in another way, once for each handler. */
export class HandlerWarnings {
  readonly #log: WriteLog
  readonly #keys = new Set<string>()

  constructor(log: WriteLog) {
    this.#log = log
  }

  /** Warns about handlers that have run. */
  add(runs: readonly HandlerRun[]): void {
    for (const { key, warning } of runs) {
      if (warning === undefined || this.#keys.has(key)) continue
      this.#keys.add(key)
      const text = `${key}: ${warning}`
      printError`${text}`
      this.#log(levels.warning, text, {})
    }
  }

  /** Forgets the handlers, whose files are loaded again. */
  clear(): void {
    this.#keys.clear()
  }
}
