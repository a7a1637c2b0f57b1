import type { RequestTask } from '../tasks/Task.ts'
import { type CostBounds, type CostClass, kindOf, ReadCostEstimates } from './ReadCostEstimates.ts'
import type { Job } from './ReaderMember.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

/** Time after which a read that found no free thread is rejected, by its estimated cost. */
const maxWaitMs: Record<CostClass, number> = { quick: 10_000, unknown: 10_000, medium: 30_000, slow: 30_000 }
const costClasses: readonly CostClass[] = ['quick', 'unknown', 'medium', 'slow']

/** Queues the reads that wait for a thread by their estimated cost, and learns these estimates from finished reads. */
export class ReadQueue {
  readonly #estimates: ReadCostEstimates
  readonly #queues: Record<CostClass, Job[]> = { quick: [], unknown: [], medium: [], slow: [] }

  /** @param bounds the bounds of the cost classes; by default those for the CPU time of reads in SQLite */
  constructor(bounds?: CostBounds) {
    this.#estimates = new ReadCostEstimates(bounds)
  }

  get isEmpty(): boolean {
    return this.size === 0
  }

  get size(): number {
    return costClasses.reduce((sum, costClass) => sum + this.#queues[costClass].length, 0)
  }

  has(costClass: CostClass): boolean {
    return this.#queues[costClass].length > 0
  }

  /** The cost classes of reads that are not expected to be scans, in the order of their oldest waiting read. */
  get order(): ['quick' | 'unknown', 'quick' | 'unknown'] {
    const [quick, unknown] = [this.#queues.quick[0], this.#queues.unknown[0]]
    return unknown && (!quick || unknown.since < quick.since) ? ['unknown', 'quick'] : ['quick', 'unknown']
  }

  /** Appends a read to the queue of its cost class. */
  add(task: RequestTask, resolve: Job['resolve'], reject: Job['reject']): { costClass: CostClass; since: number } {
    const kind = kindOf(task)
    const costClass = this.#estimates.of(kind)
    const since = performance.now()
    this.#queues[costClass].push({ task, kind, isNew: costClass === 'unknown', since, resolve, reject })
    return { costClass, since }
  }

  /** Returns reads to the front of the queues. */
  requeue(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed()) {
      const costClass = this.#estimates.of(job.kind)
      this.#queues[costClass].unshift({ ...job, isNew: costClass === 'unknown' })
    }
  }

  /** Removes and returns the oldest read of a cost class. */
  take(costClass: CostClass): Job | undefined {
    return this.#queues[costClass].shift()
  }

  costClassOf(kind: string): CostClass {
    return this.#estimates.of(kind)
  }

  /**
   * Updates the estimate of a kind with the cost of a finished read.
   * @param cost cost in milliseconds
   */
  learn(kind: string, cost: number): void {
    this.#learn(kind, () => this.#estimates.learn(kind, cost))
  }

  /** Marks a kind as slow while a read of this kind still runs. */
  learnSlow(kind: string): void {
    this.#learn(kind, () => this.#estimates.learnSlow(kind))
  }

  #learn(kind: string, learn: () => void): void {
    const before = this.#estimates.of(kind)
    learn()
    if (this.#estimates.of(kind) === before) return
    // Waiting reads of this kind now belong in another queue.
    this.requeue(costClasses.flatMap(costClass => this.#queues[costClass].splice(0)))
  }

  /** Rejects reads that have waited longer than their cost class allows. */
  rejectLate(): void {
    const now = performance.now()
    for (const costClass of costClasses) this.#rejectBefore(this.#queues[costClass], now - maxWaitMs[costClass])
  }

  /** Rejects reads that were queued before a point in time. */
  #rejectBefore(queue: Job[], queuedBefore: number): void {
    while (queue[0] && queue[0].since < queuedBefore) queue.shift()?.reject(new ReadRejectedError('overloaded'))
  }
}
