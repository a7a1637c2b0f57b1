import { messageOf } from '../errors/inspectError.ts'

/** Milliseconds between two attempts to bring everything onto the disk after a failed sync. */
const recoveryIntervalMs = 1000

interface GateOptions {
  /** Names the database in messages on the console. */
  name: string
  /** Brings everything that was committed onto the disk. Resolves to false while another reader or writer is in the way. */
  recover: () => Promise<boolean>
}

/**
 * Decides whether changes may be acknowledged. A failed sync closes it, because what was committed before and what would be committed
 * after it may be lost in a power cut. It opens again once a recovery has succeeded, which it attempts every second.
 */
export class WriteGate {
  readonly #options: GateOptions
  #cause: unknown
  #isClosed = false
  #closedAt = 0
  #timer: NodeJS.Timeout | undefined
  #recovering: Promise<void> | undefined
  #listener: (isClosed: boolean) => void = () => undefined

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** Whether no change may be acknowledged. */
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

  /** Closes the gate and starts to recover. */
  close(cause: unknown): void {
    this.#cause = cause
    if (this.#isClosed) return
    const { name } = this.#options
    console.error(
      `Error: ${name} may not be completely on the disk: ${messageOf(cause)}. Changes are rejected until all of it has been written ` +
        'again, which is attempted every second. Check the disk.',
    )
    this.#closedAt = performance.now()
    this.#set(true)
    this.#schedule()
  }

  /** Ends the attempts to recover, after the one under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#recovering
    clearTimeout(this.#timer)
  }

  #set(isClosed: boolean): void {
    this.#isClosed = isClosed
    this.#listener(isClosed)
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#recovering = this.#attempt()
    }, recoveryIntervalMs).unref()
  }

  async #attempt(): Promise<void> {
    const isRecovered = await this.#options.recover().catch((error: unknown) => {
      this.#cause = error
      return false
    })
    if (!isRecovered) {
      this.#schedule()
      return
    }
    this.#set(false)
    const seconds = Math.round((performance.now() - this.#closedAt) / 1000)
    console.error(`${this.#options.name} is on the disk again after ${seconds} s. Changes are accepted.`)
  }
}
