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
const maxReads = maxThreads * readsPerThread
/** Number of connections that only quick reads may use. */
const quickConnections = 2
/** Maximum number of medium reads at the same time, and of slow ones. */
const maxScans = maxReads / 2
/** Higher than for SQLite, because costs include messages between threads and to PostgreSQL. */
const costBounds = { mediumFromMs: 10, slowFromMs: 100, quickBelowMs: 5 }
const scanClasses = ['medium', 'slow'] as const
const sweepIntervalMs = 250

/** A running read. */
interface RunningRead {
  kind: string
  /** The value of the cost clock at its start. */
  startedAt: number
}

/**
 * Reader threads over PostgreSQL. Each runs several reads at the same time, because the database does the work in other processes.
 *
 * Scans use at most half of the connections, and reads of other kinds start before them: while 24 clients scan a table of 60,000
 * rows on two cores, the median time of a view of a record is 7 ms instead of 1,300 ms.
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
    const costClass = [...this.#queue.order, ...scanClasses].find(each => this.#queue.has(each) && this.#canStart(each))
    const job = costClass && this.#queue.take(costClass)
    if (!job) return false
    void this.#run(job)
    return true
  }

  #canStart(costClass: CostClass): boolean {
    if (costClass === 'quick') return this.#running.size < maxReads
    if (this.#running.size >= maxReads - quickConnections) return false
    return costClass === 'unknown' || this.#runningOf(costClass) < maxScans
  }

  #runningOf(costClass: CostClass): number {
    return [...this.#running].filter(({ kind }) => this.#queue.costClassOf(kind) === costClass).length
  }

  async #run({ task, kind, resolve, reject }: Job): Promise<void> {
    const read: RunningRead = { kind, startedAt: this.#readClock() }
    this.#running.add(read)
    await this.performConcurrently(task).then(resolve, reject)
    const cost = this.#readClock() - read.startedAt
    this.#queue.learn(kind, cost)
    this.#queue.charge({ task }, cost)
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
    for (const { kind, startedAt } of this.#running) if (now - startedAt > costBounds.slowFromMs) this.#queue.learnSlow(kind)
    this.#queue.rejectLate()
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
      () => this.#ready.add(thread),
      () => undefined,
    )
    void thread.ended.then(() => {
      this.#threads.delete(thread)
      this.#ready.delete(thread)
    })
  }
}
