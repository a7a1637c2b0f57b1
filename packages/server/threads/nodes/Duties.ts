import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryStore } from '../../events/deliveries/Delivery.ts'
import type { Remote } from '../../runtime/Remote.ts'
import type { NodeService } from './nodeService.ts'

/** Interval at which a node takes the duties, or takes them again. */
const takeIntervalMs = 1_000
/** Milliseconds after the last time that a node has taken the duties for which it has them. Others can take them a second later. */
const heldMs = 4_000
/** Delay of the next attempt to claim a minute. */
const claimRetryMs = 250

type DutyService = Pick<Remote<{ nodes: NodeService }>['nodes'], 'takeDuties' | 'claimMinute'>

/**
 * The duties of the nodes, as one of them sees them: schedules, web hooks, hooks after changes and the maintenance of the log are the
 * work of one node at a time.
 */
export class Duties {
  readonly #service: DutyService
  #takenAt = Number.NEGATIVE_INFINITY
  /** The last minute that is not to be started: this process has started it, or it was claimed before this node had the duties. */
  #lastMinute = 0
  #timer: NodeJS.Timeout | undefined

  constructor(service: DutyService) {
    this.#service = service
  }

  /** Whether this node has the duties. A process that was suspended no longer has them. */
  get areHeld(): boolean {
    return performance.now() - this.#takenAt < heldMs
  }

  /**
   * Tries to take the duties from now on.
   * @param taken called when this node gets them, with the minute if the node before has missed its start
   */
  start(taken: (minute: Date | undefined) => void): void {
    this.#timer = setInterval(() => void this.#take(taken), takeIntervalMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#takenAt = Number.NEGATIVE_INFINITY
  }

  /**
   * Returns the current minute if its schedules are the work of this node. If the claim fails, as during a switchover of the database, it
   * is repeated for as long as this node has the duties: no other node would start the schedules of the minute. A process that was
   * suspended while it claimed the minute gets undefined, because another node may already run later schedules.
   */
  async claimMinute(onlyNext = false): Promise<Date | undefined> {
    while (this.areHeld) {
      const askedAt = performance.now()
      const claim = await this.#service.claimMinute({ after: this.#lastMinute, onlyNext }).then(
        minute => ({ minute }),
        () => undefined,
      )
      if (!this.areHeld) return undefined
      // The minute may be over: a claim waits as long as all commits do, such as for a standby that is gone.
      if (performance.now() - askedAt > heldMs) continue
      if (claim) return this.#begin(claim.minute)
      await wait(claimRetryMs, undefined, { ref: false })
    }
    return undefined
  }

  /** Returns a store of deliveries that has none while another node has the duties. */
  limit(store: DeliveryStore): DeliveryStore {
    return {
      ...store,
      plan: async () => this.areHeld && store.plan(),
      trim: async () => (this.areHeld ? store.trim() : 0),
      targets: async () => (this.areHeld ? store.targets() : []),
      due: async (...selection) => (this.areHeld ? store.due(...selection) : { deliveries: [], nextDue: undefined }),
    }
  }

  /** Returns a claimed minute the first time. */
  #begin(minute: number | undefined): Date | undefined {
    if (minute === undefined || minute <= this.#lastMinute) return undefined
    this.#lastMinute = minute
    return new Date(minute)
  }

  async #take(taken: (minute: Date | undefined) => void): Promise<void> {
    const askedAt = performance.now()
    const minute = await this.#service.takeDuties().catch(() => undefined)
    if (minute === undefined || !this.#timer) return
    const isNew = !this.areHeld
    this.#takenAt = askedAt
    if (!isNew) return
    this.#lastMinute = Math.max(this.#lastMinute, minute)
    taken(await this.claimMinute(true))
  }
}
