/** Whether the server answers, and when it is asked again if it does not. */
export interface Connection {
  isLost: boolean
  /** As `Date.now()` counts; undefined while it is being asked. */
  nextTry: number | undefined
}

/** Milliseconds between two questions, the last one from then on. */
const pauses = [2_000, 5_000, 10_000, 20_000, 30_000]
const longestPause = 30_000

/** Milliseconds for which it must hold before it is trusted again: one that comes and goes is not asked in a hurry each time. */
const trial = 60_000

const established: Connection = { isLost: false, nextTry: undefined }

/** Keeps asking whether the server is there once it was not, at longer and longer intervals. */
export class ConnectionWatch {
  readonly #ask: () => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  #connection = established
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #backSince = 0

  /** @param ask a call that fails while the server is away */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask
  }

  /** The same object until something changes. */
  readonly current = (): Connection => this.#connection

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The server answered something. */
  readonly answered = (): void => {
    if (!this.#connection.isLost) return
    clearTimeout(this.#timer)
    this.#backSince = Date.now()
    this.#show(established)
  }

  /** A call got no answer. */
  readonly failed = (): void => {
    // While it is known to be away, only the watch's own questions count: there may be any number of others.
    if (this.#connection.isLost) return
    if (Date.now() - this.#backSince > trial) this.#failures = 0
    this.#waitForNext()
  }

  /** Asks at once. */
  readonly tryNow = async (): Promise<void> => {
    if (!this.#connection.isLost || this.#isAsking) return
    clearTimeout(this.#timer)
    this.#isAsking = true
    this.#show({ isLost: true, nextTry: undefined })
    try {
      await this.#ask()
      this.answered()
    } catch {
      this.#waitForNext()
    } finally {
      this.#isAsking = false
    }
  }

  #waitForNext(): void {
    const pause = pauses[this.#failures] ?? longestPause
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.tryNow(), pause)
    this.#show({ isLost: true, nextTry: Date.now() + pause })
  }

  #show(connection: Connection): void {
    this.#connection = connection
    for (const listener of this.#listeners) listener()
  }
}
