import { setTimeout as wait } from 'node:timers/promises'

const intervalMs = 60 * 60 * 1000
/** Milliseconds between two checks whether a reader has found damage. */
const damageCheckIntervalMs = 1_000
/** Milliseconds between two steps, so that other work can use the disk. */
const pauseMs = 20

/**
 * Maintains the stored log in small steps: at the start, every hour, when the settings or the size of the log require it,
 * and within a second after a reader has found damage.
 */
export class LogMaintenance {
  readonly #runStep: () => Promise<boolean>
  readonly #damageCheck: NodeJS.Timeout
  #hourly: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isRequested = false
  #isClosed = false

  /**
   * @param runStep does one step and returns whether there is another one
   * @param isDamaged returns whether a reader has found damage that has not been handled yet
   */
  constructor(runStep: () => Promise<boolean>, isDamaged: () => boolean) {
    this.#runStep = runStep
    const runIfDamaged = () => {
      if (isDamaged()) this.run()
    }
    this.#damageCheck = setInterval(runIfDamaged, damageCheckIntervalMs).unref()
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

  /** Stops after the running step. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#damageCheck)
    clearTimeout(this.#hourly)
    await this.#running
  }

  async #work(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isClosed) {
        this.#isRequested = false
        while (!this.#isClosed && (await this.#runStep())) await wait(pauseMs)
      }
    } catch (error) {
      console.error('Error: the maintenance of the log failed. The next attempt is within an hour.', error)
    }
  }
}
