import type { WorkMeter } from './WorkMeter.ts'

/** A waiting item. */
interface Waiting<Item> {
  client: string
  /** Estimated work in milliseconds. */
  cost: number
  since: number
  item: Item
}

/**
 * A queue in which clients take turns: the next item is the one of the client with the least recent work, its own cost included.
 * So neither many items nor expensive ones of a client delay the items of others, and the items of one client keep their order.
 */
export class FairQueue<Item> {
  readonly #work: WorkMeter
  readonly #now: () => number
  readonly #waiting = new Map<string, Waiting<Item>[]>()
  #size = 0

  /**
   * @param work the recent work by client. Each item that is taken adds its cost; the caller adds what it cost in excess of that
   * @param now returns the milliseconds of a monotonic clock
   */
  constructor(work: WorkMeter, now: () => number = () => performance.now()) {
    this.#work = work
    this.#now = now
  }

  get size(): number {
    return this.#size
  }

  /** Appends an item to the others of its client. */
  add(client: string, item: Item, cost = 1): void {
    const own = this.#waiting.get(client) ?? []
    own.push({ client, cost, since: this.#now(), item })
    this.#waiting.set(client, own)
    this.#size += 1
  }

  /** Whether an item waits that is accepted. */
  has(accepts: (item: Item) => boolean): boolean {
    return [...this.#waiting.values()].some(own => own.some(({ item }) => accepts(item)))
  }

  /** Removes and returns the next item that is accepted. */
  take(accepts: (item: Item) => boolean = () => true): Item | undefined {
    let [next, least]: [Waiting<Item> | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const own of this.#waiting.values()) {
      const first = own.find(({ item }) => accepts(item))
      if (!first) continue
      const work = this.#work.of(first.client) + first.cost
      if (!next || work < least || (work === least && first.since < next.since)) [next, least] = [first, work]
    }
    if (!next) return undefined
    this.#remove(next)
    this.#work.add([next.client], next.cost)
    return next.item
  }

  /** Removes and returns the items that have waited longer than a time. */
  takeLate(maxWaitMs: number): Item[] {
    const before = this.#now() - maxWaitMs
    const late = [...this.#waiting.values()].flat().filter(({ since }) => since < before)
    for (const waiting of late) this.#remove(waiting)
    return late.map(({ item }) => item)
  }

  /** Removes an item that no longer waits. */
  delete(item: Item): void {
    const waiting = [...this.#waiting.values()].flat().find(other => other.item === item)
    if (waiting) this.#remove(waiting)
  }

  #remove(waiting: Waiting<Item>): void {
    const own = this.#waiting.get(waiting.client) ?? []
    own.splice(own.indexOf(waiting), 1)
    if (own.length === 0) this.#waiting.delete(waiting.client)
    this.#size -= 1
  }
}
