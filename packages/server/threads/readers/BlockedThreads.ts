import type { CostClass } from './ReadCostEstimates.ts'
import type { ReaderMember } from './ReaderMember.ts'

/** Wall-clock time of a read after which its thread counts as blocked. */
export const blockedAfterMs = 15
/** CPU time after which a running read marks its kind as slow, and its thread gets no calls beside it. */
export const slowAfterMs = 100
/** Number of threads that a client can block before its further reads run in processes. */
const maxPerClient = 2

/** Whether a thread has worked on one read or evaluation for long. */
export function isLate(member: ReaderMember): boolean {
  return member.heldFor >= blockedAfterMs && member.workedFor >= slowAfterMs
}

/**
 * Number of threads beyond the base number that all clients can block before reads of unknown cost and slow ones run in processes. The
 * other threads are left to quick reads.
 */
const maxExtraBlocked = 2

interface Options {
  /** Number of threads that a client can hold before it is known whether they are late. */
  baseThreads: number
  /** Number of threads of the pool. If all are blocked, all reads run in processes. */
  maxThreads: number
  /** Returns who uses a thread with a read or evaluation. */
  holderOf: (member: ReaderMember) => Holder
}

/** Who uses a thread for long. */
export interface Holder {
  /** The address of the client that the read or evaluation counts for; '' for the server itself. */
  client: string
  /** Whether its kind was known as slow when it began, so that it runs in one of the threads for such reads, or no client has chosen it. */
  isExpected: boolean
}

/** The threads that one read or evaluation uses for long, with those who use them. */
export class BlockedThreads {
  readonly #options: Options
  /** Threads that have left the pool, because the read or evaluation has exceeded its time limit. */
  readonly stuck = new Map<ReaderMember, Holder>()
  /** Threads of the pool in which it is within its time limit. */
  readonly late = new Map<ReaderMember, Holder>()
  #holding: ReadonlySet<string> = new Set()

  constructor(options: Options) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.stuck.size + this.late.size === 0
  }

  /**
   * The clients whose reads wait for those that hold threads: these were not expected to, and are either short or late soon. Without it,
   * the reads behind them would hold one thread after the other in the meantime.
   */
  get holding(): ReadonlySet<string> {
    return this.#holding
  }

  /** Finds out which threads of the pool are held or late. */
  update(members: Iterable<ReaderMember>): void {
    this.late.clear()
    const held = new Map<string, number>()
    for (const member of members) {
      if (member.heldFor < blockedAfterMs) continue
      const holder = this.#options.holderOf(member)
      if (isLate(member)) this.late.set(member, holder)
      if (!holder.isExpected) held.set(holder.client, (held.get(holder.client) ?? 0) + 1)
    }
    this.#holding = new Set([...held.keys()].filter(client => (held.get(client) ?? 0) >= this.#options.baseThreads))
  }

  /** Forgets the threads of the pool, because none of them works. */
  clear(): void {
    this.update([])
  }

  /** Whether a thread cannot answer the calls that it was sent. */
  has(member: ReaderMember): boolean {
    return this.late.has(member) || (this.stuck.has(member) && isLate(member))
  }

  delete(member: ReaderMember): void {
    this.stuck.delete(member)
    this.late.delete(member)
  }

  /**
   * Whether a read or evaluation of a cost class has to run in a process, because it could block one thread too many. Reads whose kind is
   * known as slow have a limited number of threads, so beside those alone only reads of unknown cost have to.
   */
  needsProcess(client: string, costClass: CostClass): boolean {
    const { baseThreads, maxThreads } = this.#options
    const blocked = [...this.stuck.values(), ...this.late.values()]
    const isTooMany = (some: Holder[], max: number) =>
      some.length >= max && (costClass === 'unknown' || some.some(({ isExpected }) => !isExpected))
    const own = blocked.filter(holder => holder.client === client)
    const maxOfAll = costClass === 'unknown' || costClass === 'slow' ? baseThreads + maxExtraBlocked : maxThreads
    return isTooMany(blocked, maxOfAll) || isTooMany(own, maxPerClient)
  }
}
