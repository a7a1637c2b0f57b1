import { vi } from 'vitest'
import type { DescribeRequest } from '../../../realtime/DescribedEvents.ts'
import type { RemoteCall } from '../../../runtime/Remote.ts'
import type { RequestTask } from '../../requests/RequestTask.ts'
import type { ThreadStart } from '../../workers/messages.ts'
import type { ReadSlots } from '../../workers/ReadSlots.ts'
import { Thread } from '../../workers/Thread.ts'

/** Reads and evaluations of clients in this network block their threads. */
export const attackers = '203.0.113.'
/** A collection whose reads block no thread, whoever reads it. */
export const harmless = 'tags'

interface Sent {
  name: string
  /** @param isCause whether it has blocked the thread */
  deliver: (isCause: boolean) => void
}

/** Returns `read` for a read in a slot, and otherwise the service and the method. */
const nameOf = ({ service, method }: RemoteCall, slot: number | undefined): string =>
  slot === undefined ? `${service}.${method}` : 'read'

/**
 * A reader thread that reads and evaluations of attackers block until the test unblocks it, as statements do that nothing interrupts, but
 * without the use of a processor. The test chooses for how long they have run at their start, so that no test waits for a time limit.
 */
export class BlockableThread extends Thread {
  /** The names of all calls. */
  readonly sent: string[] = []
  readonly #slots: ReadSlots
  readonly #blockedMs: number
  #isHeldForRead = false
  /** What a blocked thread was sent; undefined for one that is not blocked. */
  #inbox: Sent[] | undefined
  #cause: { slot: number | undefined; sent: Sent } | undefined

  /** @param blockedMs milliseconds for which whatever blocks the thread has run when it begins */
  constructor(start: ThreadStart, slots: ReadSlots, blockedMs: number) {
    super(start)
    this.#slots = slots
    this.#blockedMs = blockedMs
  }

  /** The names of the calls that wait because the thread is blocked, with the one that blocks it. */
  get waiting(): string[] {
    return (this.#inbox ?? []).map(({ name }) => name)
  }

  /**
   * Lets calls wait for the one that will block the thread, as if they had arrived just before it.
   * @param forRead whether only a read will block it, so that evaluations of attackers wait as well
   */
  hold(forRead = false): void {
    this.#inbox = []
    this.#isHeldForRead = forRead
  }

  /** Ends what blocks the thread, and performs all that waits. Another call of an attacker blocks it again. */
  unblock(): void {
    const { slot, sent } = this.#cause ?? {}
    if (slot !== undefined) {
      this.#slots.end(slot, 0)
      // The thread itself begins the read now.
      this.#slots.offer(slot)
    }
    this.#slots.endEvaluation()
    this.#cause = undefined
    const inbox = this.#inbox ?? []
    this.#inbox = undefined
    this.#isHeldForRead = false
    for (const one of inbox) one.deliver(one === sent)
  }

  override perform(call: RemoteCall, slot?: number): Promise<unknown> {
    this.sent.push(nameOf(call, slot))
    return this.#receive(call, slot)
  }

  #receive(call: RemoteCall, slot: number | undefined): Promise<unknown> {
    const isCause = this.#cause === undefined && this.#isOfAttacker(call, slot)
    if (isCause) this.#inbox ??= []
    if (!this.#inbox) return super.perform(call, slot)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const deliver = (wasCause: boolean) => {
      const result = wasCause ? super.perform(call, slot) : this.#receive(call, slot)
      result.then(resolve, reject)
    }
    const sent = { name: nameOf(call, slot), deliver }
    this.#inbox.push(sent)
    if (isCause) this.#begin(call, slot, sent)
    return promise
  }

  #isOfAttacker({ service, args }: RemoteCall, slot: number | undefined): boolean {
    if (service === 'realtime') return !this.#isHeldForRead && (args[0] as DescribeRequest).client?.startsWith(attackers) === true
    if (slot === undefined) return false
    const { request } = args[0] as RequestTask
    return request.remoteIp.startsWith(attackers) && request.params.collection !== harmless
  }

  #begin({ args }: RemoteCall, slot: number | undefined, sent: Sent): void {
    this.#cause = { slot, sent }
    const now = process.hrtime.bigint()
    // Only for this call: the time of all other reads passes as it does.
    const clock = vi.spyOn(process.hrtime, 'bigint').mockReturnValue(now - BigInt(this.#blockedMs) * 1_000_000n)
    if (slot === undefined) this.#slots.beginEvaluation((args[0] as DescribeRequest).evaluation ?? 0)
    else this.#slots.begin(slot)
    clock.mockRestore()
  }
}
