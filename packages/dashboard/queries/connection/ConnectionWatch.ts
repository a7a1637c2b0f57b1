import { createStore } from '@coffer/ui/createStore'

/** Whether the server is unreachable, and when it is pinged next. */
export interface Connection {
  isLost: boolean
  /** In milliseconds since 1970; undefined while a ping is in flight. */
  nextTry: number | undefined
}

const retryDelaysMs = [2_000, 5_000, 10_000, 20_000, 30_000]
const maxRetryDelayMs = 30_000

/** Time the connection must be stable before the delays start over, so that a flaky server is not pinged every 2 s. */
const stableAfterMs = 60_000

const established: Connection = { isLost: false, nextTry: undefined }

/** Tracks whether the server is reachable. After a failed request, pings it at increasing intervals. */
export class ConnectionWatch {
  readonly #ping: () => Promise<unknown>
  readonly #store = createStore(established)
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isPinging = false
  #backSince = 0

  /** @param ping fails while the server is unreachable */
  constructor(ping: () => Promise<unknown>) {
    this.#ping = ping
  }

  readonly current = this.#store.get
  readonly subscribe = this.#store.subscribe
  /** Hook that returns the current state. */
  readonly useValue = this.#store.useValue

  /** To be called when a request got a response. */
  readonly answered = (): void => {
    if (!this.#store.get().isLost) return
    clearTimeout(this.#timer)
    this.#backSince = Date.now()
    this.#store.set(established)
  }

  /** To be called when a request got no response. */
  readonly failed = (): void => {
    // While the connection is lost, only pings advance the delays, however many other requests fail.
    if (this.#store.get().isLost) return
    if (Date.now() - this.#backSince > stableAfterMs) this.#failures = 0
    this.#waitForNext()
  }

  /** Pings immediately. */
  readonly tryNow = async (): Promise<void> => {
    if (!this.#store.get().isLost || this.#isPinging) return
    clearTimeout(this.#timer)
    this.#isPinging = true
    this.#store.set({ isLost: true, nextTry: undefined })
    try {
      await this.#ping()
      this.answered()
    } catch {
      this.#waitForNext()
    } finally {
      this.#isPinging = false
    }
  }

  #waitForNext(): void {
    const delay = retryDelaysMs[this.#failures] ?? maxRetryDelayMs
    this.#failures += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.tryNow(), delay)
    this.#store.set({ isLost: true, nextTry: Date.now() + delay })
  }
}
