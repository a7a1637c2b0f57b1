import { setTimeout as wait } from 'node:timers/promises'

const intervalMs = 60 * 60 * 1000
/** Milliseconds between two looks whether a reader has found damage. */
const lookEveryMs = 1_000
/** Milliseconds between two pieces of work, which leave the disk to others. */
const restMs = 20

/**
 * Maintains the stored log piece by piece: at the start, every hour, whenever the settings or the size of the log ask for it, and soon
 * after a reader has found damage.
 */
export class LogMaintenance {
  readonly #doPiece: () => Promise<boolean>
  readonly #looking: NodeJS.Timeout
  #hourly: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false

  /**
   * @param doPiece does one piece of work and returns whether more is left to do
   * @param isDamaged whether a reader has found damage that no piece of work has looked into yet
   */
  constructor(doPiece: () => Promise<boolean>, isDamaged: () => boolean) {
    this.#doPiece = doPiece
    const look = () => {
      if (isDamaged()) this.run()
    }
    this.#looking = setInterval(look, lookEveryMs).unref()
    this.#schedule()
  }

  #schedule(): void {
    this.#hourly = setTimeout(() => {
      this.run()
      this.#schedule()
    }, intervalMs).unref()
  }

  /** Starts, or has what is under way look once more from the beginning. */
  run(): void {
    this.#isAskedAgain = true
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
  }

  /** Waits for the piece under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looking)
    clearTimeout(this.#hourly)
    await this.#running
  }

  async #work(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isClosed) {
        this.#isAskedAgain = false
        while (!this.#isClosed && (await this.#doPiece())) await wait(restMs)
      }
    } catch (error) {
      console.error('Error: old log entries could not be removed. This is tried again within an hour.', error)
    }
  }
}
