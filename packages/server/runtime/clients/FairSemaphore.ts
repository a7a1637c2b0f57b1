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
  /** Milliseconds after which a task gives its turn back. By default it never does. */
  maxTurnMs?: number
}

interface Waiting {
  client: string
  isPreferred: boolean
  start: () => void
}

/**
 * Limits how many tasks run at once. The next one is a task of the client that has caused the least work. A task that takes long, or waits for
 * something else, gives back its turn, so that it delays only the other tasks of its client.
 */
export class FairSemaphore {
  readonly #waiting: FairQueue<Waiting>
  readonly #work: WorkMeter
  readonly #timeoutMs: number
  readonly #late: () => Error
  readonly #reservedSlots: number
  readonly #maxTurnMs: number | undefined
  #freeSlots: number
  /** The clients of the tasks that run on without a turn. */
  readonly #withoutTurn: string[] = []

  constructor(options: FairSemaphoreOptions) {
    const { maxConcurrent, timeoutMs, work, reservedSlots = 0 } = options
    this.#reservedSlots = reservedSlots
    this.#freeSlots = maxConcurrent + reservedSlots
    this.#timeoutMs = timeoutMs
    this.#maxTurnMs = options.maxTurnMs
    this.#late = options.late ?? (() => new Error(`The task did not start within ${timeoutMs} ms.`))
    this.#work = work
    this.#waiting = new FairQueue(work)
  }

  /**
   * Runs a task as soon as it is its client's turn.
   * @param cost estimated duration in milliseconds
   * @param task can call `giveBack` when it waits for something else, which counts the rest of its work
   * @param isPreferred whether the task can take a reserved slot
   * @throws the error of `late` if the task has waited longer than `timeoutMs`
   */
  async run<T>(client: string, cost: number, task: (giveBack: () => void) => Promise<T>, isPreferred = false): Promise<T> {
    await this.#wait(client, cost, isPreferred)
    const started = performance.now()
    let hasTurn = true
    const giveBack = () => {
      if (!hasTurn) return
      hasTurn = false
      this.#work.add([client], performance.now() - started - cost)
      this.#withoutTurn.push(client)
      this.#freeSlots += 1
      this.#startNext()
    }
    const timer = this.#maxTurnMs === undefined ? undefined : setTimeout(giveBack, this.#maxTurnMs)
    try {
      return await task(giveBack)
    } finally {
      clearTimeout(timer)
      giveBack()
      this.#withoutTurn.splice(this.#withoutTurn.indexOf(client), 1)
      this.#startNext()
    }
  }

  #wait(client: string, cost: number, isPreferred: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting: Waiting = { client, isPreferred, start }
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
      const next = this.#waiting.take(
        ({ client, isPreferred }) => (!isReserved || isPreferred) && !this.#withoutTurn.includes(client),
      )
      if (!next) return
      this.#freeSlots -= 1
      next.start()
    }
  }
}
