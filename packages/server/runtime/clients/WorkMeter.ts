import { createLruCache } from '../cache/createLruCache.ts'

/** Milliseconds after which half of the work of a client is forgotten. */
const halfLifeMs = 10_000
/** Maximum number of clients whose work is known. Beyond it, the clients without work for the longest time are forgotten. */
const maxClients = 20_000

interface Work {
  ms: number
  at: number
}

/** Measures the work that clients have caused lately: milliseconds of processor time that decay, so old work hardly counts. */
export class WorkMeter {
  readonly #now: () => number
  readonly #work = createLruCache<Work>(maxClients)
  #total: Work = { ms: 0, at: 0 }

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The recent work of all clients together, in milliseconds. */
  get total(): number {
    return this.#current(this.#total)
  }

  /** Returns the recent work of a client in milliseconds. */
  of(name: string): number {
    const work = this.#work.get(name)
    return work ? this.#current(work) : 0
  }

  /**
   * Adds work, or subtracts what an estimate has added in excess.
   * @param names the names of one client
   */
  add(names: readonly string[], ms: number): void {
    for (const name of names) this.addShare(name, ms)
    this.#total = { ms: Math.max(0, this.total + ms), at: this.#now() }
  }

  /** Adds a share of work that counts for another client already, and so not again for all together. */
  addShare(name: string, ms: number): void {
    this.#work.set(name, { ms: Math.max(0, this.of(name) + ms), at: this.#now() })
  }

  /** Returns the milliseconds until work has decayed to a limit; 0 if it is not above it. */
  timeUntil(ms: number, limit: number): number {
    return ms <= limit ? 0 : halfLifeMs * Math.log2(ms / limit)
  }

  /** The work of the client that has caused most, in milliseconds. */
  get largest(): number {
    let largest = 0
    for (const work of this.#work.values()) largest = Math.max(largest, this.#current(work))
    return largest
  }

  #current({ ms, at }: Work): number {
    return ms * 2 ** ((at - this.#now()) / halfLifeMs)
  }
}
