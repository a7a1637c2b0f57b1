interface Waiting {
  amount: number
  start: () => void
}

export interface SemaphoreOptions {
  /** Maximum number of tasks that run at once. */
  maxConcurrent: number
  /** Maximum sum of the amounts of all running tasks; unlimited by default. */
  capacity?: number
  /** Milliseconds after which a waiting task is rejected; by default it waits without limit. */
  timeoutMs?: number
}

/** Limits how many tasks run at once, and how much of a shared capacity they use. Waiting tasks start first in, first out. */
export class Semaphore {
  readonly #waiting: Waiting[] = []
  readonly #timeoutMs: number | undefined
  readonly #capacity: number
  #freeSlots: number
  #freeCapacity: number

  constructor({ maxConcurrent, capacity = Number.POSITIVE_INFINITY, timeoutMs }: SemaphoreOptions) {
    this.#freeSlots = maxConcurrent
    this.#capacity = capacity
    this.#freeCapacity = capacity
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs a task as soon as a slot and its share of the capacity are free.
   * @param amount the share of the capacity that the task uses
   * @throws Error if the amount exceeds the capacity, or the task has waited longer than `timeoutMs`
   */
  async run<T>(task: () => Promise<T>, amount = 0): Promise<T> {
    if (amount > this.#capacity) throw new Error(`The task needs ${amount} of ${this.#capacity}.`)
    await this.#wait(amount)
    try {
      return await task()
    } finally {
      this.#freeSlots += 1
      this.#freeCapacity += amount
      this.#startNext()
    }
  }

  #wait(amount: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Error(`The task did not start within ${this.#timeoutMs} ms.`))
        this.#startNext()
      }
      const timer = this.#timeoutMs === undefined ? undefined : setTimeout(giveUp, this.#timeoutMs)
      const waiting: Waiting = {
        amount,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      this.#startNext()
    })
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next && this.#freeSlots > 0 && next.amount <= this.#freeCapacity; [next] = this.#waiting) {
      this.#waiting.shift()
      this.#freeSlots -= 1
      this.#freeCapacity -= next.amount
      next.start()
    }
  }
}

/** Number of threads of libuv's pool, which `bin/coffer` sets. */
const threadPoolSize = Number(process.env.UV_THREADPOOL_SIZE) || 4
/**
 * Number of threads that each kind of work leaves to others, because the pool also reads and writes files and syncs commits. In a pool
 * of four threads, two kinds of work can still use all of them.
 */
const reservedThreads = 2

/** Returns how many tasks of a kind can use libuv's thread pool at once: at most `wanted`, and fewer in a small pool. */
export function limitPoolTasks(wanted: number): number {
  return Math.max(1, Math.min(wanted, threadPoolSize - reservedThreads))
}
