import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { type CostBounds, type CostClass, kindOf, ReadCostEstimates } from './ReadCostEstimates.ts'
import type { Job } from './ReaderMember.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

/** Time after which a read that found no free thread is rejected, by its estimated cost. */
const maxWaitMs: Record<CostClass, number> = { quick: 10_000, unknown: 10_000, medium: 30_000, slow: 30_000 }
const costClasses: readonly CostClass[] = ['quick', 'unknown', 'medium', 'slow']
/** Number of waiting reads up to which they are not counted for their clients. */
export const maxUncounted = 100
/** Work in milliseconds that a read stands for when clients take turns, until its cost is known. */
const turnCostMs = 1
/**
 * How often the expected cost of a read is added to the time at which it is due. Lists of 1 ms come before 32 scans of 8 ms, of which the
 * oldest have waited for half a second.
 */
const costsUntilDue = 100
/** Maximum time that is added, so that cheap reads cannot delay an expensive one until it is rejected. */
const maxUntilDueMs = 10_000
/** Cost in milliseconds from which a read counts as work of its client. */
const minChargedMs = 5
const noClients: ReadonlySet<string> = new Set()

/**
 * Queues the reads that wait for a thread by their estimated cost, and learns these estimates from finished reads. While several reads
 * wait, their clients take turns.
 */
export class ReadQueue {
  readonly #clients: ClientLedger
  readonly #estimates: ReadCostEstimates
  readonly #queues: Record<CostClass, Job[]> = { quick: [], unknown: [], medium: [], slow: [] }

  /** @param bounds the bounds of the cost classes; by default those for the CPU time of reads in SQLite */
  constructor(clients: ClientLedger, bounds?: CostBounds) {
    this.#clients = clients
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

  /** Returns the number of waiting reads of a cost class, without those of some clients. */
  countWithout(costClass: CostClass, excluded: ReadonlySet<string>): number {
    return this.#queues[costClass].filter(job => !excluded.has(this.clientOf(job))).length
  }

  /** The cost classes of reads that are not expected to be scans, in the order of their oldest waiting read. */
  get order(): ['quick' | 'unknown', 'quick' | 'unknown'] {
    const [quick, unknown] = [this.#queues.quick[0], this.#queues.unknown[0]]
    return unknown && (!quick || unknown.since < quick.since) ? ['unknown', 'quick'] : ['quick', 'unknown']
  }

  /**
   * Appends a read to the queue of its cost class.
   * @throws Rejection `limited` or `busy` when too many reads wait
   */
  add(task: RequestTask, resolve: Job['resolve'], reject: Job['reject']): { costClass: CostClass; since: number } {
    const kind = kindOf(task)
    const costClass = this.#estimates.of(kind)
    const since = performance.now()
    const place = this.size < maxUncounted ? undefined : this.#clients.hold('waitingReads', this.#clients.clientOf(task.request))
    const due = this.#dueAt(since, kind)
    this.#queues[costClass].push({ task, kind, costClass, since, due, place, resolve, reject })
    return { costClass, since }
  }

  /** Returns reads to the queues, which stay in the order of arrival: the oldest read is the first to be rejected. */
  requeue(jobs: readonly Job[]): void {
    const changed = new Set<Job[]>()
    for (const job of jobs) {
      const costClass = this.#estimates.of(job.kind)
      const queue = this.#queues[costClass]
      queue.push({ ...job, due: this.#dueAt(job.since, job.kind), costClass })
      changed.add(queue)
    }
    for (const queue of changed) queue.sort((a, b) => a.since - b.since)
  }

  /** Removes and returns the waiting reads that fulfill a condition. */
  remove(condition: (job: Job, costClass: CostClass) => boolean): Job[] {
    const removed: Job[] = []
    for (const costClass of costClasses) {
      const { yes = [], no = [] } = Object.groupBy(this.#queues[costClass], job => (condition(job, costClass) ? 'yes' : 'no'))
      if (yes.length === 0) continue
      this.#queues[costClass] = no
      removed.push(...yes)
    }
    for (const { place } of removed) place?.release()
    return removed
  }

  #dueAt(since: number, kind: string): number {
    return since + Math.min(costsUntilDue * this.#estimates.costOf(kind), maxUntilDueMs)
  }

  /**
   * Removes and returns the next read of a cost class: the one of the client that has caused the least work that is due first.
   * @param excluded the addresses of clients whose reads have to wait
   */
  take(costClass: CostClass, excluded = noClients): Job | undefined {
    const queue = this.#queues[costClass]
    const job = queue.length < 2 && excluded.size === 0 ? queue.shift() : this.#takeTurn(queue, excluded)
    job?.place?.release()
    return job
  }

  /** Returns the address of the client that has sent a read. */
  clientOf(job: Job): string {
    job.client ??= this.#clients.clientOf(job.task.request).address
    return job.client
  }

  #takeTurn(queue: Job[], excluded: ReadonlySet<string>): Job | undefined {
    const work = this.#clients.recentWork
    const firstOf = new Map<string, Job>()
    for (const job of queue) {
      const client = this.clientOf(job)
      const first = firstOf.get(client)
      if (!excluded.has(client) && (!first || job.due < first.due)) firstOf.set(client, job)
    }
    let [next, least]: [Job | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const [client, job] of firstOf) {
      const caused = work.of(client)
      if (caused < least) [next, least] = [job, caused]
    }
    if (!next) return undefined
    queue.splice(queue.indexOf(next), 1)
    if (firstOf.size > 1) work.add([this.clientOf(next)], turnCostMs)
    return next
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

  /** Adds the cost of a finished read to the work of its client. Quick reads do not count. */
  charge({ task }: Pick<Job, 'task'>, cost: number): void {
    if (cost >= minChargedMs) this.#clients.recentWork.add([this.#clients.clientOf(task.request).address], cost)
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
    while (queue[0] && queue[0].since < queuedBefore) {
      const job = queue.shift()
      job?.place?.release()
      job?.reject(new ReadRejectedError('overloaded'))
    }
  }
}
