import { availableParallelism } from 'node:os'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
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
/** Time after which a read, by the class of its kind at the start, gives its connection to a waiting read of another client. */
const firstTurnMs: Partial<Record<CostClass, number>> = { quick: 2_000, unknown: 500 }

/** Whether a step parses a large body or creates a large response: its thread does nothing else for up to a second. */
const blocksThread = ({ part, allowsLarge }: RequestTask): boolean => part === 'parse' || allowsLarge === true

/** A running read. */
interface RunningRead {
  job: Job
  thread: Thread | undefined
  /** The value of the cost clock at its start. */
  startedAt: number
  /** The time at which its first turn ends; infinite if its kind was known as a scan. */
  turnEndsAt: number
  /** Cancels its statement. */
  endTurn: (() => Promise<void>) | undefined
}

/**
 * Reader threads over PostgreSQL. Each runs several reads at the same time, because the database does the work in other processes.
 *
 * Scans use at most half of the connections, and reads of other kinds start before them: while 24 clients scan a table of 60,000
 * rows on two cores, the median time of a view of a record is 7 ms instead of 1,300 ms.
 *
 * One client gets less than half of the connections for reads that are not known to be quick, and not all of them for others, so that
 * its slow reads leave some to another client.
 *
 * Steps that block their thread share one, so that other calls run in another one: beside bodies with 400,000 keys, the slowest
 * hundredth of others' requests takes 75 ms instead of 300 to 1,000.
 *
 * While reads of other clients wait for a connection, a read whose kind is not known as a scan has a short first turn: then its statement is
 * canceled, its kind counts as slow, and it waits to run again. So endless reads of many clients delay others by their turns.
 */
export class ConcurrentReaders implements Readers {
  readonly #start: () => Thread
  readonly #threads = new Set<Thread>()
  /** The threads that have started. */
  readonly #ready = new Set<Thread>()
  readonly #queue: ReadQueue
  readonly #running = new Set<RunningRead>()
  readonly #sweeper = setInterval(() => this.#sweep(), sweepIntervalMs).unref()
  #turns = 0
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

  performConcurrently: Readers['performConcurrently'] = async task => this.#threadFor(task).remote.requests.run(task)

  performOnce: Readers['performOnce'] = task => this.performConcurrently(task)

  describe: Readers['describe'] = async request => this.#threadFor().remote.realtime.describe(request)

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
    this.#turns += 1
    const turn = this.#turns
    const turnMs = firstTurnMs[this.#queue.costClassOf(job.kind)] ?? Number.POSITIVE_INFINITY
    const read: RunningRead = {
      job,
      startedAt: this.#readClock(),
      turnEndsAt: performance.now() + turnMs,
      thread: undefined,
      endTurn: undefined,
    }
    this.#running.add(read)
    let isEnded = false
    try {
      read.thread = this.#threadFor(job.task)
      const { requests } = read.thread.remote
      read.endTurn = () => requests.endTurn(turn)
      const result = await requests.run({ ...job.task, turn })
      isEnded = result.kind === 'turnEnded'
      if (!isEnded) job.resolve(result)
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)))
    }
    const cost = this.#readClock() - read.startedAt
    this.#queue.charge(job, cost)
    this.#running.delete(read)
    if (isEnded) this.#queue.requeue([job])
    else this.#queue.learn(job.kind, cost)
    this.#startReads()
  }

  /** Ends the first turns that are over, the oldest first, as long as reads of other clients wait for a connection. */
  #endTurns(): void {
    const now = performance.now()
    let ended = 0
    for (const { job, turnEndsAt, endTurn } of this.#running) {
      if (now < turnEndsAt || !endTurn || this.#waitingOfOthers(job) <= ended) continue
      ended += 1
      this.#queue.learnSlow(job.kind)
      // If it cannot be canceled now, it is tried again.
      endTurn().catch(() => undefined)
    }
  }

  /** Returns the number of reads of other clients that wait for a connection, apart from scans. */
  #waitingOfOthers(job: Job): number {
    const waitingOf = (costClass: 'quick' | 'unknown') => {
      if (this.#canStart(costClass)) return 0
      return this.#queue.countWithout(costClass, new Set([...this.#clientsAtLimit(costClass), this.#queue.clientOf(job)]))
    }
    return waitingOf('quick') + waitingOf('unknown')
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
    this.#endTurns()
    this.#queue.rejectLate()
    // The reads of a thread that has ended may have been the only ones that could start another thread.
    if (this.#queue.size > 0 && this.#threads.size < maxThreads) this.#addThread()
    this.#startReads()
  }

  /**
   * Returns the thread with the fewest calls, but rather one that is blocked for a step that blocks its thread, and one that is not for
   * other calls. Starts another thread while all are busy, which serves later calls.
   */
  #threadFor(task?: RequestTask): Thread {
    const blocked = new Set([...this.#running].map(({ job, thread }) => (blocksThread(job.task) ? thread : undefined)))
    const blocks = task !== undefined && blocksThread(task)
    const isAvoided = (thread: Thread) => Number(blocked.has(thread) !== blocks)
    const [thread] = [...this.#ready].sort((one, other) => isAvoided(one) - isAvoided(other) || one.load - other.load)
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
