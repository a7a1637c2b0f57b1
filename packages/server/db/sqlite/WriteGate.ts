import { messageOf } from '../../errors/inspectError.ts'
import { printError } from '../../runtime/terminal.ts'

/** Milliseconds between two recovery attempts after a failed sync. */
const recoveryIntervalMs = 1000

interface GateOptions {
  /** Name of the database in console messages. */
  name: string
  /** Writes all commits to the disk again. */
  recover: () => Promise<void>
}

/**
 * Decides whether transactions are accepted. A failed sync closes the gate, because the commits before and after it could be lost
 * in a power loss. The gate attempts a recovery every second, and opens again once it succeeds.
 */
export class WriteGate {
  readonly #options: GateOptions
  #cause: unknown
  #isClosed = false
  #isStopped = false
  #closedAt = 0
  #timer: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #listener: (isClosed: boolean) => void = () => undefined

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** Whether transactions are rejected. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The error that closed the gate. */
  get cause(): unknown {
    return this.#cause
  }

  /** Calls a listener now and whenever the gate closes or opens. */
  watch(listener: (isClosed: boolean) => void): void {
    this.#listener = listener
    listener(this.#isClosed)
  }

  /** Closes the gate and starts recovery attempts. */
  close(cause: unknown): void {
    this.#cause = cause
    if (this.#isClosed) return
    const { name } = this.#options
    printError`Error: ${name} may not be completely on the disk: ${messageOf(cause)}. Changes are rejected until all of it has been written again, which is attempted every second. Check the disk.`
    this.#closedAt = performance.now()
    this.#set(true)
    this.#schedule()
  }

  /** Waits for the running recovery attempt. From then on there are no more, also if another sync fails. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#recovering
  }

  #set(isClosed: boolean): void {
    this.#isClosed = isClosed
    this.#listener(isClosed)
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#recovering = this.#attempt()
    }, recoveryIntervalMs).unref()
  }

  async #attempt(): Promise<void> {
    try {
      await this.#options.recover()
    } catch (error) {
      this.#cause = error
      this.#schedule()
      return
    }
    this.#set(false)
    const seconds = Math.round((performance.now() - this.#closedAt) / 1000)
    printError`${this.#options.name} is on the disk again after ${seconds} s. Changes are accepted.`
  }
}
