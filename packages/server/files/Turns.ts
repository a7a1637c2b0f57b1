interface Waiting {
  amount: number
  start: () => void
}

/** Lets only so many work at once, and only with so much between them: first come, first served. */
export class Turns {
  readonly #waiting: Waiting[] = []
  readonly #patience: number
  readonly #most: number
  #places: number
  #left: number

  /**
   * @param places how many may work at once
   * @param most what they may take between them
   * @param patience milliseconds that one waits
   */
  constructor(places: number, most: number, patience: number) {
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
  async take<T>(amount: number, work: () => Promise<T>): Promise<T> {
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
      const waiting: Waiting = {
        amount,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Error(`It was not its turn within ${this.#patience} ms.`))
        this.#startNext()
      }, this.#patience)
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
