import { availableParallelism } from 'node:os'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Thread } from '../workers/Thread.ts'
import type { CostClass } from './ReadCostEstimates.ts'
import type { Job } from './ReaderMember.ts'
import type { Readers } from './Readers.ts'
import { ReadQueue } from './ReadQueue.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

const maxThreads = Math.max(2, availableParallelism())
/** Reads that a thread runs at the same time while PostgreSQL works on their statements. */
const readsPerThread = 8
/** Number of connections that only quick reads may use. */
const quickConnections = 2
/** Higher than for SQLite, because costs include messages between threads and to PostgreSQL. */
const costBounds = { mediumFromMs: 10, slowFromMs: 100, quickBelowMs: 5 }
const scanClasses = ['medium', 'slow'] as const
const sweepIntervalMs = 250

/** A running read. */
interface RunningRead {
  job: Job
  /** The value of the cost clock at its start. */
  startedAt: number
}

/**
 * Reader threads over PostgreSQL. Each runs several reads at the same time, because the database does the work in other processes.
 *
 * Scans use at most half of the connections, and reads of other kinds start before them: while 24 clients scan a table of 60,000
 * rows on two cores, the median time of a view of a record is 7 ms instead of 1,300 ms.
 *
 * One client gets less than half of the connections for reads that are not known to be quick, and not all of them for others, so that
 * its slow reads leave some to another client.
 */
export class ConcurrentReaders implements Readers {
  readonly #start: () => Thread
  readonly #threads = new Set<Thread>()
  /** The threads that have started. */
  readonly #ready = new Set<Thread>()
  readonly #queue: ReadQueue
  readonly #running = new Set<RunningRead>()
  readonly #sweeper = setInterval(() => this.#sweep(), sweepIntervalMs).unref()
  #clock = 0
  #clockReadAt = performance.now()
  #isClosing = false

  constructor(start: () => Thread, clients: ClientLedger) {
    this.#start = start
    this.#queue = new ReadQueue(clients, costBounds)
    this.#addThread()
  }

  perform: Readers['perform'] = task =>
    new Promise((resolve, reject) => {
      this.#queue.add(task, resolve, reject)
      this.#startReads()
    })

  performConcurrently: Readers['performConcurrently'] = async task => this.#leastBusy().remote.requests.run(task)

  describe: Readers['describe'] = async request => this.#leastBusy().remote.realtime.describe(request)

  isStuck = (): boolean => false

  load: Readers['load'] = () => {
    const threads = [...this.#threads]
    return { threads, waiting: this.#queue.size }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#sweeper)
    await Promise.all([...this.#threads].map(thread => thread.close()))
  }

  #startReads(): void {
    while (this.#startNext());
  }

  /** Starts the first read in the queue that may run. Returns whether there is one. */
  #startNext(): boolean {
    for (const costClass of [...this.#queue.order, ...scanClasses]) {
      if (!this.#queue.has(costClass) || !this.#canStart(costClass)) continue
      const job = this.#queue.take(costClass, this.#clientsAtLimit(costClass))
      if (!job) continue
      void this.#run(job)
      return true
    }
    return false
  }

  /** Maximum number of reads at the same time: one for each connection of the threads that have started, or of the first one. */
  get #maxReads(): number {
    return Math.max(this.#ready.size, 1) * readsPerThread
  }

  /** Maximum number of medium reads at the same time, and of slow ones. */
  get #maxScans(): number {
    return this.#maxReads / 2
  }

  #canStart(costClass: CostClass): boolean {
    if (costClass === 'quick') return this.#running.size < this.#maxReads
    if (this.#running.size >= this.#maxReads - quickConnections) return false
    return costClass === 'unknown' || this.#runningOf(costClass).length < this.#maxScans
  }

  #runningOf(...costClasses: CostClass[]): RunningRead[] {
    return [...this.#running].filter(({ job }) => costClasses.includes(this.#queue.costClassOf(job.kind)))
  }

  /**
   * Returns the clients whose reads of a cost class have to wait, so that the reads of another client can start. All reads of a client
   * are counted, too, because a read of a kind that has been quick can still be slow.
   */
  #clientsAtLimit(costClass: CostClass): ReadonlySet<string> {
    const atLimit = this.#clientsWith([...this.#running], this.#maxReads - quickConnections - 1)
    if (costClass === 'quick') return atLimit
    return new Set([...atLimit, ...this.#clientsWith(this.#runningOf('unknown', ...scanClasses), this.#maxScans - 1)])
  }

  /** Returns the clients to which at least a number of reads belong. */
  #clientsWith(reads: readonly RunningRead[], count: number): Set<string> {
    if (reads.length < count) return new Set()
    const byClient = Map.groupBy(reads, ({ job }) => this.#queue.clientOf(job))
    return new Set([...byClient.keys()].filter(client => (byClient.get(client)?.length ?? 0) >= count))
  }

  async #run(job: Job): Promise<void> {
    const read: RunningRead = { job, startedAt: this.#readClock() }
    this.#running.add(read)
    await this.performConcurrently(job.task).then(job.resolve, job.reject)
    const cost = this.#readClock() - read.startedAt
    this.#queue.learn(job.kind, cost)
    this.#queue.charge(job, cost)
    this.#running.delete(read)
    this.#startReads()
  }

  /**
   * Returns a clock in milliseconds that slows down with the number of running reads. The difference between the start and the end
   * of a read estimates its CPU time, which PostgreSQL does not report. Wall-clock time would make every read a scan under load,
   * because all reads share the processors.
   */
  #readClock(): number {
    const now = performance.now()
    this.#clock += (now - this.#clockReadAt) / Math.max(this.#running.size, 1)
    this.#clockReadAt = now
    return this.#clock
  }

  #sweep(): void {
    const now = this.#readClock()
    for (const { job, startedAt } of this.#running) if (now - startedAt > costBounds.slowFromMs) this.#queue.learnSlow(job.kind)
    this.#queue.rejectLate()
    // The reads of a thread that has ended may have been the only ones that could start another thread.
    if (this.#queue.size > 0 && this.#threads.size < maxThreads) this.#addThread()
    this.#startReads()
  }

  /** Returns the thread with the fewest tasks. Starts another one while all are busy, which serves later tasks. */
  #leastBusy(): Thread {
    const [thread] = [...this.#ready].sort((one, other) => one.load - other.load)
    if (this.#threads.size < (thread?.load === 0 ? 1 : maxThreads)) this.#addThread()
    const [starting] = this.#threads
    const chosen = thread ?? starting
    if (!chosen) throw new ReadRejectedError('overloaded')
    return chosen
  }

  #addThread(): void {
    if (this.#isClosing) return
    const thread = this.#start()
    this.#threads.add(thread)
    thread.ready.then(
      () => {
        this.#ready.add(thread)
        this.#startReads()
      },
      () => undefined,
    )
    void thread.ended.then(() => {
      this.#threads.delete(thread)
      this.#ready.delete(thread)
    })
  }
}
