import type { CostClass } from './ReadCostEstimates.ts'
import type { ReaderMember } from './ReaderMember.ts'

/** Wall-clock time of a read after which its thread counts as blocked. */
export const blockedAfterMs = 15
/** CPU time after which a running read marks its kind as slow, and its thread gets no calls beside it. */
export const slowAfterMs = 100
/** Number of threads that a client can block before its reads of unknown cost run in processes. */
const maxPerClient = 2

/** Whether a thread has worked on one read or evaluation for long. */
export function isLate(member: ReaderMember): boolean {
  return member.heldFor >= blockedAfterMs && member.workedFor >= slowAfterMs
}

interface Limits {
  /** Number of blocked threads from which reads of unknown cost and slow ones run in processes. */
  maxBlocked: number
  /** Number of stuck threads from which all reads do. */
  maxStuck: number
}

/** The threads that one read or evaluation uses for long, with the address of the client that it counts for. */
export class BlockedThreads {
  readonly #limits: Limits
  /** Threads that have left the pool, because the read or evaluation has exceeded its time limit. */
  readonly stuck = new Map<ReaderMember, string>()
  /** Threads of the pool in which it is within its time limit. */
  readonly late = new Map<ReaderMember, string>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get isEmpty(): boolean {
    return this.stuck.size + this.late.size === 0
  }

  /** Finds out which threads of the pool are late. */
  update(members: Iterable<ReaderMember>, clientOf: (member: ReaderMember) => string): void {
    this.late.clear()
    for (const member of members) if (isLate(member)) this.late.set(member, clientOf(member))
  }

  /** Whether a thread cannot answer the calls that it was sent. */
  has(member: ReaderMember): boolean {
    return this.late.has(member) || (this.stuck.has(member) && isLate(member))
  }

  delete(member: ReaderMember): void {
    this.stuck.delete(member)
    this.late.delete(member)
  }

  /** Whether a read or evaluation of a cost class has to run in a process, because it could block one thread too many. */
  needsProcess(client: string, costClass: CostClass): boolean {
    const blocked = [...this.stuck.values(), ...(costClass === 'unknown' ? this.late.values() : [])]
    const max = costClass === 'unknown' || costClass === 'slow' ? this.#limits.maxBlocked : this.#limits.maxStuck
    return blocked.length >= max || blocked.filter(other => other === client).length >= maxPerClient
  }
}
