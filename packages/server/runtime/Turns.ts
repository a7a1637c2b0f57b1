interface Waiting {
  amount: number
  start: () => void
}

export interface TurnsOptions {
  /** How many may work at once. */
  places: number
  /** What they may take between them; as much as they like when absent. */
  most?: number
  /** Milliseconds that one waits; as long as it takes when absent. */
  patience?: number
}

/** Lets only so many work at once, and only with so much between them: first come, first served. */
export class Turns {
  readonly #waiting: Waiting[] = []
  readonly #patience: number | undefined
  readonly #most: number
  #places: number
  #left: number

  constructor({ places, most = Number.POSITIVE_INFINITY, patience }: TurnsOptions) {
    this.#places = places
    this.#most = most
    this.#left = most
    this.#patience = patience
  }

  /**
   * Does work when it is its turn.
   * @param amount what the work takes of what there is between all
   * @throws Error when there will never be enough, or nothing came free for too long
   */
  async take<T>(work: () => Promise<T>, amount = 0): Promise<T> {
    if (amount > this.#most) throw new Error(`It would take ${amount} of ${this.#most}.`)
    await this.#wait(amount)
    try {
      return await work()
    } finally {
      this.#places += 1
      this.#left += amount
      this.#startNext()
    }
  }

  #wait(amount: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Error(`It was not its turn within ${this.#patience} ms.`))
        this.#startNext()
      }
      const timer = this.#patience === undefined ? undefined : setTimeout(giveUp, this.#patience)
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
    for (let [next] = this.#waiting; next && this.#places > 0 && next.amount <= this.#left; [next] = this.#waiting) {
      this.#waiting.shift()
      this.#places -= 1
      this.#left -= next.amount
      next.start()
    }
  }
}
