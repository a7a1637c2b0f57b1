import type { RequestTask } from '../tasks/Task.ts'
import { kindOf, type Pace, ReadCostEstimates } from './ReadCostEstimates.ts'
import type { Job } from './ReaderMember.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

/** Milliseconds that a read of each pace waits for a thread before it is rejected. */
const maxWaitMs: Record<Pace, number> = { quick: 10_000, unknown: 10_000, middling: 30_000, slow: 30_000 }
const paces: readonly Pace[] = ['quick', 'unknown', 'middling', 'slow']

/** The reads that wait for a thread, by what is to be expected of their kinds; it learns that from those that were answered. */
export class ReadQueue {
  readonly #paces = new ReadCostEstimates()
  readonly #queues: Record<Pace, Job[]> = { quick: [], unknown: [], middling: [], slow: [] }

  get isEmpty(): boolean {
    return this.size === 0
  }

  get size(): number {
    return paces.reduce((sum, pace) => sum + this.#queues[pace].length, 0)
  }

  has(pace: Pace): boolean {
    return this.#queues[pace].length > 0
  }

  /** The paces of reads that are not expected to be scans; first that of the read which has waited longest. */
  get order(): ['quick' | 'unknown', 'quick' | 'unknown'] {
    const [quick, unknown] = [this.#queues.quick[0], this.#queues.unknown[0]]
    return unknown && (!quick || unknown.since < quick.since) ? ['unknown', 'quick'] : ['quick', 'unknown']
  }

  /** Has a read wait behind all others of its pace. */
  add(task: RequestTask, resolve: Job['resolve'], reject: Job['reject']): { pace: Pace; since: number } {
    const kind = kindOf(task)
    const pace = this.#paces.of(kind)
    const since = performance.now()
    this.#queues[pace].push({ task, kind, isNew: pace === 'unknown', since, resolve, reject })
    return { pace, since }
  }

  /** Has reads wait before all others, each among those of its kind. */
  addAgain(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed()) {
      const pace = this.#paces.of(job.kind)
      this.#queues[pace].unshift({ ...job, isNew: pace === 'unknown' })
    }
  }

  /** The read of a pace that has waited longest; it waits no more. */
  take(pace: Pace): Job | undefined {
    return this.#queues[pace].shift()
  }

  isSlow(kind: string): boolean {
    return this.#paces.of(kind) === 'slow'
  }

  /**
   * Learns from a read that was answered.
   * @param cost milliseconds of a processor that it took
   */
  learn(kind: string, cost: number): void {
    this.#learn(kind, () => this.#paces.learn(kind, cost))
  }

  /** Learns that a read is slow which has not been answered yet. */
  learnSlow(kind: string): void {
    this.#learn(kind, () => this.#paces.learnSlow(kind))
  }

  #learn(kind: string, learn: () => void): void {
    const before = this.#paces.of(kind)
    learn()
    if (this.#paces.of(kind) === before) return
    // Reads of this kind among those that wait belong into another queue.
    this.addAgain(paces.flatMap(pace => this.#queues[pace].splice(0)))
  }

  /** Rejects reads that have waited for too long. */
  refuseLate(): void {
    const now = performance.now()
    for (const pace of paces) this.#refuse(this.#queues[pace], now - maxWaitMs[pace])
  }

  /** Refuses reads that have waited since before a moment. */
  #refuse(queue: Job[], moment: number): void {
    while (queue[0] && queue[0].since < moment) queue.shift()?.reject(new ReadRejectedError('overloaded'))
  }
}
