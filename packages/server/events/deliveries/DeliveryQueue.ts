import { setTimeout as wait } from 'node:timers/promises'
import type { DataEvent } from '../../db/commits.ts'
import type { EventConsumer } from '../EventLog.ts'
import { changesLogged } from '../log/appendEntries.ts'
import type { DeliveryOutcome, DeliveryStore, DueDelivery } from './Delivery.ts'
import { deliveryDue } from './storedDeliveries.ts'

/** Maximum number of deliveries to one target at the same time. */
const maxConcurrentDeliveries = 4
/** Delay in milliseconds after the database could not be used. */
const storeRetryMs = 1_000
/** Delay in milliseconds after which changes are planned again that had no room. */
const fullRetryMs = 2_000
/** Maximum delay of the timer in milliseconds, because the clock by which deliveries are due can be set. */
const maxTimerMs = 60 * 60_000
/** Time in milliseconds that running deliveries get when the server stops. */
const closeTimeoutMs = 1_500

interface QueueParts {
  store: DeliveryStore
  warn: (message: string, error: unknown) => void
}

/**
 * Carries out the deliveries of a consumer of the log. Several deliveries to a target run at the same time, but deliveries about the same
 * subject wait for each other. All state is in the database, so nothing is lost if the server ends; then a delivery may be repeated.
 */
export class DeliveryQueue implements EventConsumer {
  readonly #store: DeliveryStore
  readonly #warn: QueueParts['warn']
  /** The running deliveries by id, of each target. */
  readonly #running = new Map<string, Map<number, Promise<void>>>()
  readonly #stop = new AbortController()
  #working: Promise<void> | undefined
  #mustPlan = false
  /** Whether planning is suspended, because too many deliveries to a target wait. */
  #isFull = false
  #fullTimer: NodeJS.Timeout | undefined
  /** Whether changes have waited for room since all were planned the last time, which is logged only once. */
  #isBehind = false
  #mustTrim = false
  #mustStart = false
  /** Whether the database could not be used the last time, which is logged only once. */
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  #isClosing = false

  constructor({ store, warn }: QueueParts) {
    this.#store = store
    this.#warn = warn
  }

  consume(event: DataEvent): void {
    if (changesLogged.is(event)) this.#mustPlan = true
    else if (!deliveryDue.is(event)) return
    this.#wake()
  }

  /** Looks for changes and deliveries that an earlier process has left, or that are unknown to this one. */
  recover(): void {
    this.#mustPlan = true
    this.#mustTrim = true
    this.#wake()
  }

  /**
   * Plans the deliveries of all changes for which there is room, so that the log is empty, and waits a short time for running
   * deliveries. Deliveries still running then are repeated after the next start.
   */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    clearTimeout(this.#fullTimer)
    const cut = setTimeout(() => this.#stop.abort(), closeTimeoutMs)
    await this.#working
    await this.#planAll().catch(() => undefined)
    await Promise.all([...this.#running.values()].flatMap(running => [...running.values()]))
    clearTimeout(cut)
  }

  #wake(): void {
    this.#mustStart = true
    if (this.#isClosing) return
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      if (this.#mustStart && !this.#hasFailed) this.#wake()
    })
  }

  async #work(): Promise<void> {
    try {
      while ((this.#mustStart || this.#canPlan) && !this.#isClosing) {
        this.#mustStart = false
        await this.#planNext()
        await this.#startDue()
      }
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) this.#warn('The log of changes could not be read. It is tried again every second.', error)
      this.#hasFailed = true
      this.#mustPlan = true
      this.#wakeIn(storeRetryMs)
    }
  }

  async #planAll(): Promise<void> {
    while (this.#canPlan) await this.#planNext()
  }

  get #canPlan(): boolean {
    return this.#mustPlan && !this.#isFull
  }

  /** Plans some changes only, because clients that make changes without end must stop neither deliveries nor trimming. */
  async #planNext(): Promise<void> {
    if (this.#canPlan) {
      this.#mustPlan = false
      const result = await this.#store.plan()
      if (result) this.#mustPlan = true
      else this.#isBehind = false
      if (result === 'full') this.#suspendPlanning()
    }
    if (!this.#mustTrim) return
    this.#mustTrim = false
    const lost = await this.#store.trim()
    if (lost > 0) this.#warn(`${lost} changes were removed from the log of changes.`, new Error('They had waited for too long.'))
  }

  /** Leaves changes in the log for a while, until deliveries have made room for them. */
  #suspendPlanning(): void {
    this.#isFull = true
    if (!this.#isBehind)
      this.#warn('Changes wait in the log of changes.', new Error('Too many deliveries to one target are waiting.'))
    this.#isBehind = true
    if (this.#isClosing) return
    this.#fullTimer = setTimeout(() => {
      this.#isFull = false
      this.#wake()
    }, fullRetryMs).unref()
  }

  async #startDue(): Promise<void> {
    let firstDue = Number.POSITIVE_INFINITY
    for (const target of await this.#store.targets()) {
      const running = this.#running.get(target) ?? new Map<number, Promise<void>>()
      this.#running.set(target, running)
      const free = maxConcurrentDeliveries - running.size
      if (free <= 0 || this.#isClosing) continue
      const { deliveries, nextDue } = await this.#store.due(target, free, [...running.keys()])
      for (const delivery of deliveries) running.set(delivery.id, this.#deliver(delivery, running))
      // While all places of a target are taken, the end of a delivery wakes the queue.
      if (nextDue !== undefined && running.size < maxConcurrentDeliveries) firstDue = Math.min(firstDue, nextDue)
    }
    // It can be due by now, because the time at which it was not is that of another thread, or of the database.
    if (firstDue < Number.POSITIVE_INFINITY) this.#wakeIn(firstDue - Date.now())
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosing) this.#timer = setTimeout(() => this.#wake(), Math.min(milliseconds, maxTimerMs)).unref()
  }

  async #deliver(delivery: DueDelivery, running: Map<number, Promise<void>>): Promise<void> {
    const outcome = await this.#attempt(delivery)
    await this.#settle(delivery, outcome)
    running.delete(delivery.id)
    this.#wake()
  }

  /** Stores an outcome. While the database cannot be used, it tries again. */
  async #settle({ id, attempts }: DueDelivery, outcome: DeliveryOutcome): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#store.settle({ id, attempts }, outcome)
        if (outcome.state === 'parked') this.#warn('A delivery was given up. It can be sent again.', new Error(outcome.outcome))
        return
      } catch (error) {
        if (!this.#hasFailed) this.#warn('The outcome of a delivery could not be stored. It is tried again every second.', error)
        this.#hasFailed = true
        await wait(storeRetryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
      }
    }
  }

  /** A delivery that cannot even be attempted, for example because the thread that writes has just ended, is due again soon. */
  #attempt(delivery: DueDelivery): Promise<DeliveryOutcome> {
    return this.#store
      .deliver(delivery, this.#stop.signal)
      .catch(error => ({ state: 'waiting', due: Date.now() + storeRetryMs, outcome: JSON.stringify({ error: String(error) }) }))
  }
}
