import { setTimeout as wait } from 'node:timers/promises'
import { printError } from '../runtime/terminal.ts'

const intervalMs = 60 * 60 * 1000
/** Milliseconds between two checks whether the log needs maintenance now. */
const checkIntervalMs = 1_000
/** Milliseconds until the first attempt after a failure. Each further pause is twice as long, up to an hour. */
const firstRetryMs = 60_000
/** Milliseconds between two steps, so that other work can use the disk. */
const pauseMs = 20

/**
 * Maintains the stored log in small steps: at the start, every hour, when the settings or the size of the log require it,
 * and within a second after a reader has found damage or data needs the space of the log. After a failure, for example while PostgreSQL
 * cannot be reached, it tries again in a minute, and then with growing pauses.
 */
export class LogMaintenance {
  readonly #runStep: () => Promise<boolean>
  readonly #check: NodeJS.Timeout
  #hourly: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  /** Number of failures since the last success. */
  #failures = 0
  #running: Promise<void> | undefined
  #isRequested = false
  #isClosed = false

  /**
   * @param runStep does one step and returns whether there is another one
   * @param isNeeded returns whether the log must be maintained now
   */
  constructor(runStep: () => Promise<boolean>, isNeeded: () => Promise<boolean>) {
    this.#runStep = runStep
    const runIfNeeded = async () => {
      if (await isNeeded()) this.runUnlessFailed()
    }
    this.#check = setInterval(runIfNeeded, checkIntervalMs).unref()
    this.#schedule()
  }

  #schedule(): void {
    this.#hourly = setTimeout(() => {
      this.run()
      this.#schedule()
    }, intervalMs).unref()
  }

  /** Starts the maintenance. If it is running, it starts again from the beginning afterward. */
  run(): void {
    this.#isRequested = true
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
  }

  /** Does the same, unless the last maintenance has failed: the growing pauses before the next one count for every cause. */
  runUnlessFailed(): void {
    if (this.#failures === 0) this.run()
  }

  /** Stops after the running step. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#check)
    clearTimeout(this.#hourly)
    clearTimeout(this.#retry)
    await this.#running
  }

  async #work(): Promise<void> {
    clearTimeout(this.#retry)
    try {
      while (this.#isRequested && !this.#isClosed) {
        this.#isRequested = false
        while (!this.#isClosed && (await this.#runStep())) await wait(pauseMs)
      }
      this.#failures = 0
    } catch (error) {
      if (!this.#isClosed) this.#retryLater(error)
    }
  }

  #retryLater(error: unknown): void {
    const delayMs = Math.min(firstRetryMs * 2 ** this.#failures, intervalMs)
    this.#failures += 1
    this.#retry = setTimeout(() => this.run(), delayMs).unref()
    printError`Error: the maintenance of the log failed. The next attempt is in ${delayMs / 60_000} min. ${error}`
  }
}
