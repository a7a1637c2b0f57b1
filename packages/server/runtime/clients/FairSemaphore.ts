import { FairQueue } from './FairQueue.ts'
import type { WorkMeter } from './WorkMeter.ts'

interface FairSemaphoreOptions {
  /** Maximum number of tasks that run at once. */
  maxConcurrent: number
  /** Milliseconds after which a waiting task is rejected. */
  timeoutMs: number
  /** Returns the error of a task that got no turn in this time. */
  late?: () => Error
  /** The recent work by client, to which the duration of each task is added. */
  work: WorkMeter
  /** Number of preferred tasks that run beyond `maxConcurrent`. */
  reservedSlots?: number
}

interface Waiting {
  isPreferred: boolean
  start: () => void
}

/** Limits how many tasks run at once. The next one is a task of the client that has caused the least work. */
export class FairSemaphore {
  readonly #waiting: FairQueue<Waiting>
  readonly #work: WorkMeter
  readonly #timeoutMs: number
  readonly #late: () => Error
  readonly #reservedSlots: number
  #freeSlots: number

  constructor(options: FairSemaphoreOptions) {
    const { maxConcurrent, timeoutMs, work, reservedSlots = 0 } = options
    this.#reservedSlots = reservedSlots
    this.#freeSlots = maxConcurrent + reservedSlots
    this.#timeoutMs = timeoutMs
    this.#late = options.late ?? (() => new Error(`The task did not start within ${timeoutMs} ms.`))
    this.#work = work
    this.#waiting = new FairQueue(work)
  }

  /**
   * Runs a task as soon as it is its client's turn.
   * @param cost estimated duration in milliseconds
   * @param isPreferred whether the task can take a reserved slot
   * @throws the error of `late` if the task has waited longer than `timeoutMs`
   */
  async run<T>(client: string, cost: number, task: () => Promise<T>, isPreferred = false): Promise<T> {
    await this.#wait(client, cost, isPreferred)
    const started = performance.now()
    try {
      return await task()
    } finally {
      this.#work.add([client], performance.now() - started - cost)
      this.#freeSlots += 1
      this.#startNext()
    }
  }

  #wait(client: string, cost: number, isPreferred: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting: Waiting = { isPreferred, start }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(this.#late())
      }, this.#timeoutMs)
      this.#waiting.add(client, waiting, cost)
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#freeSlots > 0) {
      const isReserved = this.#freeSlots <= this.#reservedSlots
      const next = this.#waiting.take(({ isPreferred }) => !isReserved || isPreferred)
      if (!next) return
      this.#freeSlots -= 1
      next.start()
    }
  }
}
