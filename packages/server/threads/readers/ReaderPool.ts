import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { StepResult } from '../../api/StepResult.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { millisecondsSince, type RunningWork } from '../workers/ReadSlots.ts'
import type { Thread } from '../workers/Thread.ts'
import { BlockedThreads, blockedAfterMs, type Holder, isLate, slowAfterMs } from './BlockedThreads.ts'
import { ConcurrentCalls } from './ConcurrentCalls.ts'
import { type CostClass, kindOf } from './ReadCostEstimates.ts'
import { ReaderMember, type StartReader } from './ReaderMember.ts'
import type { Readers } from './Readers.ts'
import { ReadQueue } from './ReadQueue.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

/** CPU time of a read after which its thread counts as unavailable, so that the pool grows: while reads wait, and in advance. */
const unavailableAfterMs = 50
const unavailableInAdvanceAfterMs = 100
/** Interval at which threads with reads are checked. */
const watchIntervalMs = 10
/** Idle time after which a thread ends: an extra thread, and a base thread. */
const extraThreadIdleMs = 30_000
const baseThreadIdleMs = 300_000
/** Maximum time that `close` waits for running reads. */
const maxCloseMs = 1_000
/** Delay before a thread that died is replaced. */
const replaceDelayMs = 100

const baseThreads = Math.max(2, availableParallelism())
const maxThreads = baseThreads + 6
/** Time after which a read that is no scan waits for a process instead of a thread while threads are blocked: processes have turns. */
const maxThreadWaitMs = 3_000
/** Maximum number of scan threads by cost class: more would occupy all processors. */
const maxScanThreads = { medium: baseThreads, slow: baseThreads }
/** Reads assigned to a scan thread at once. The wait for the next read is negligible only between slow reads. */
const scanThreadDepth = { medium: 2, slow: 1 }
type ScanClass = keyof typeof maxScanThreads
/** Time after the last quick read during which medium scans leave one thread to quick reads. */
const quickTrafficMs = 500

const diverted: StepResult = { kind: 'needsProcess', reason: 'blocked' }

function leastBusyOf(members: ReaderMember[]): ReaderMember | undefined {
  return members.sort((a, b) => a.thread.load - b.thread.load)[0]
}

/**
 * A pool of reader threads.
 *
 * - Each thread is assigned several reads at once, because waking a thread costs more than a quick read. Reads that wait behind a
 *   slow one are taken back and assigned to other threads.
 * - Reads of kinds known as scans run in a limited number of scan threads. Reads of unknown kinds leave one thread to quick kinds.
 * - The pool grows while scans block its threads, so that quick reads do not wait for them, and shrinks again.
 * - A read that exceeds its time limit is rejected, and its thread is replaced while SQLite finishes the statement, because nothing
 *   can interrupt it. The calls beside it are sent to other threads.
 * - If a client blocks many threads in this way, or all clients do, further reads of unknown cost are returned with `needsProcess`,
 *   because processes can be killed, and so are those that such reads delay.
 */
export class ReaderPool {
  readonly #start: StartReader
  readonly #timeLimit: number
  readonly #members = new Set<ReaderMember>()
  readonly #blocked = new BlockedThreads({ baseThreads, maxThreads, holderOf: member => this.#holderOf(member) })
  readonly #calls = new ConcurrentCalls()
  /** Threads that are assigned scans, with the cost class of these scans. */
  readonly #scanThreads = new Map<ReaderMember, ScanClass>()
  readonly #clients: ClientLedger
  readonly #queue: ReadQueue
  /** Time of the last read that was not expected to be a scan. */
  #lastQuick = Number.NEGATIVE_INFINITY
  readonly #sweeper: NodeJS.Timeout
  #watcher: NodeJS.Timeout | undefined
  #closing = false

  /** @param timeLimit time limit of a read in milliseconds */
  constructor(start: StartReader, timeLimit: number, clients = new ClientLedger()) {
    this.#start = start
    this.#clients = clients
    this.#queue = new ReadQueue(clients)
    this.#timeLimit = timeLimit
    this.#sweeper = setInterval(() => this.#sweep(), 250).unref()
  }

  /** Runs a read in the first free thread. Rejects with `ReadRejectedError`, or with `UnansweredError` if the thread ends. */
  perform(task: RequestTask): Promise<StepResult> {
    if (!this.#blocked.isEmpty) {
      const { address } = this.#clients.clientOf(task.request)
      if (this.needsProcess(address, this.#queue.costClassOf(kindOf(task)))) return Promise.resolve(diverted)
    }
    return new Promise((resolve, reject) => {
      const { costClass, since } = this.#queue.add(task, resolve, reject)
      if (costClass === 'quick' || costClass === 'unknown') this.#lastQuick = since
      this.#assign()
    })
  }

  /** Runs a read concurrently with the thread's other reads, because it mostly waits for something else, such as a password hash. */
  performConcurrently(task: RequestTask): Promise<StepResult> {
    return this.#runConcurrently(({ thread }) => thread.remote.requests.run(task))
  }

  /** Runs such a read in a thread that has just answered: it cannot be repeated if its thread is blocked. */
  async performOnce(task: RequestTask): Promise<StepResult> {
    for (;;) {
      const member = await this.#runConcurrently(async one => {
        await one.thread.remote.thread.ping()
        return one
      })
      // A thread that has left the pool ends once it has answered what it was sent before.
      if (this.#members.has(member) || this.#closing) return member.thread.remote.requests.run(task)
    }
  }

  /** Creates the events of a change for audiences, concurrently with a thread's reads. Rejects with `ReadRejectedError`. */
  describe: Readers['describe'] = request =>
    this.#runConcurrently(({ thread }, evaluation) => thread.remote.realtime.describe({ ...request, evaluation }), request.client)

  /** Whether a read or evaluation of a cost class has to run in a process, because it could block one thread too many. */
  needsProcess(client: string, costClass: CostClass): boolean {
    return this.#blocked.needsProcess(client, costClass)
  }

  /** Returns the threads, apart from those that are stuck, and the number of reads that wait for one. */
  load(): { threads: Thread[]; waiting: number } {
    return { threads: [...this.#members].map(({ thread }) => thread), waiting: this.#queue.size }
  }

  /** Whether any thread runs a read. */
  get isReading(): boolean {
    return this.#blocked.stuck.size > 0 || [...this.#members].some(({ thread }) => thread.isWorking)
  }

  /** Ends the threads. Waits only briefly for threads that run a long read. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    clearInterval(this.#watcher)
    for (const { thread } of this.#blocked.stuck.keys()) thread.terminate()
    const ended = Promise.all(
      [...this.#members].map(({ thread, isReady }) => {
        // A starting thread has no work to finish and can take long to receive the message.
        if (!isReady) thread.terminate()
        return thread.close()
      }),
    )
    // Threads without a running read always end, even if that takes longer on a busy machine.
    await Promise.race([ended, wait(maxCloseMs, undefined, { ref: false }).then(() => (this.isReading ? undefined : ended))])
  }

  #runConcurrently<Result>(perform: (member: ReaderMember, number: number) => Promise<Result>, client?: string): Promise<Result> {
    const first = this.#answering(new Set()) ?? leastBusyOf([...this.#members]) ?? this.#addMember()
    const result = this.#calls.run(first, perform, client)
    this.#startWatcher()
    return result
  }

  /** Returns the thread that gets a call beside its reads, if one is not blocked and has not got it yet. */
  #answering(tried: ReadonlySet<ReaderMember>): ReaderMember | undefined {
    const answering = [...this.#members].filter(member => !tried.has(member) && !isLate(member))
    return leastBusyOf(answering.filter(member => this.#isFree(member))) ?? leastBusyOf(answering)
  }

  /** Returns who uses a thread with a read or evaluation. */
  #holderOf(member: ReaderMember, running = member.running): Holder {
    const job = member.jobIn(running?.slot)
    const client = job ? this.#queue.clientOf(job) : (this.#calls.find(running?.evaluation)?.client ?? '')
    return { client, isExpected: client === '' || job?.costClass === 'slow' }
  }

  #addMember(): ReaderMember {
    const member = new ReaderMember(this.#start, {
      changed: changed => this.#memberChanged(changed),
      finished: (job, cost) => {
        this.#queue.learn(job.kind, cost)
        this.#queue.charge(job, cost)
      },
    })
    this.#members.add(member)
    void member.thread.ended.then(() => {
      this.#members.delete(member)
      this.#blocked.delete(member)
      this.#scanThreads.delete(member)
      setTimeout(() => this.#assign(), replaceDelayMs).unref()
    })
    return member
  }

  /** Handles a thread that has become ready or has finished a read. */
  #memberChanged(member: ReaderMember): void {
    if (member.load === 0) this.#scanThreads.delete(member)
    if (!this.#members.has(member) || this.#queue.isEmpty) return
    if (this.#blocked.holding.size > 0) this.#blocked.update(this.#members)
    this.#assign()
  }

  #assign(): void {
    while (this.#assignOldest());
    while (this.#assignScan('medium') || this.#assignScan('slow'));
    if (this.#closing) return
    if (this.#members.size === 0 && !this.#queue.isEmpty) this.#addMember()
    this.#startWatcher()
  }

  #startWatcher(): void {
    if (!this.#closing) this.#watcher ??= setInterval(() => this.#watch(), watchIntervalMs).unref()
  }

  /** Sends the waiting reads to processes that could block one thread too many, or that wait because others block threads. */
  #divert(): void {
    if (this.#blocked.isEmpty || this.#queue.isEmpty) return
    const before = performance.now() - maxThreadWaitMs
    const jobs = this.#queue.remove((job, costClass) => {
      const waitsForOthers = (costClass === 'unknown' || costClass === 'quick') && job.since < before
      return waitsForOthers || this.needsProcess(this.#queue.clientOf(job), costClass)
    })
    for (const job of jobs) job.resolve(diverted)
  }

  /** Assigns the oldest quick or unknown read, or the oldest of the other class if no thread accepts it. Returns whether one was assigned. */
  #assignOldest(): boolean {
    const [first, other] = this.#queue.order
    return this.#assignRead(first) || this.#assignRead(other)
  }

  #assignRead(costClass: 'quick' | 'unknown'): boolean {
    if (!this.#queue.has(costClass)) return false
    const member = this.#leastLoaded(costClass === 'quick' ? this.#members : this.#acceptUnknown())
    const job = member && this.#queue.take(costClass, this.#blocked.holding)
    if (job) member.assign(job)
    return job !== undefined
  }

  #assignScan(costClass: ScanClass): boolean {
    if (!this.#canStartScan(costClass)) return false
    const member = this.#scanThreadFor(costClass)
    const job = member && this.#queue.take(costClass, this.#blocked.holding)
    if (!job) return false
    this.#scanThreads.set(member, costClass)
    member.assign(job)
    return true
  }

  /** Whether a scan of this class can start as soon as a thread is free. */
  #canStartScan(costClass: ScanClass): boolean {
    return this.#queue.has(costClass) && this.#scanThreadCount(costClass) <= this.#maxScanThreads(costClass)
  }

  #needsScanThread(costClass: ScanClass): boolean {
    return this.#waits(costClass) && this.#scanThreadCount(costClass) < this.#maxScanThreads(costClass)
  }

  /** Whether a read of a cost class waits for a thread, and not for the other reads of its client. */
  #waits(costClass: CostClass): boolean {
    return this.#queue.countWithout(costClass, this.#blocked.holding) > 0
  }

  #scanThreadCount(costClass: ScanClass): number {
    return [...this.#scanThreads.values()].filter(other => other === costClass).length
  }

  #maxScanThreads(costClass: ScanClass): number {
    const leavesThread = costClass === 'medium' && performance.now() - this.#lastQuick < quickTrafficMs
    return leavesThread ? Math.max(1, maxScanThreads[costClass] - 1) : maxScanThreads[costClass]
  }

  /** Returns the thread that gets the next scan of a class. */
  #scanThreadFor(costClass: ScanClass): ReaderMember | undefined {
    for (const [member, scanClass] of this.#scanThreads) {
      const hasRoom = member.load < scanThreadDepth[costClass] && member.heldFor < blockedAfterMs
      if (scanClass === costClass && hasRoom && this.#members.has(member)) return member
    }
    if (this.#scanThreadCount(costClass) >= this.#maxScanThreads(costClass)) return undefined
    const free = this.#free()
    // Slow reads never take the last thread.
    return free.length > (costClass === 'slow' ? 1 : 0) ? free.findLast(({ load }) => load === 0) : undefined
  }

  /** Returns the threads that accept reads of unknown kinds. Unless the pool is at its limit, they leave one thread free of such reads. */
  #acceptUnknown(): ReaderMember[] {
    const free = this.#free()
    if (this.#members.size + this.#blocked.stuck.size < baseThreads || this.#isFull) return free
    const withoutUnknown = free.filter(({ hasNew }) => !hasNew)
    return withoutUnknown.length > 1 ? free : free.filter(({ hasNew }) => hasNew)
  }

  #isFree(member: ReaderMember): boolean {
    return member.hasRoom && !this.#scanThreads.has(member) && member.heldFor < blockedAfterMs
  }

  /** Returns the threads that accept quick reads. */
  #free(): ReaderMember[] {
    return [...this.#members].filter(member => this.#isFree(member))
  }

  /** Returns the thread that gets the next quick read. It prefers the base threads, so that extra threads become idle and end. */
  #leastLoaded(members: Iterable<ReaderMember>): ReaderMember | undefined {
    let least: ReaderMember | undefined
    let seen = 0
    for (const member of members) {
      if (!this.#isFree(member)) continue
      if (!least || member.load < least.load) least = member
      seen += 1
      if (seen === baseThreads) break
    }
    return least
  }

  /** Moves reads that wait behind a slow one to other threads, and adds a thread if all are blocked. */
  #watch(): void {
    let reads = this.#queue.size
    for (const member of this.#members) {
      reads += member.load
      if (member.heldFor >= blockedAfterMs) this.#relieve(member)
    }
    this.#repeatCalls()
    this.#divert()
    // A single client that sends one request after the other needs no second thread.
    if (reads > 1) while (this.#members.size < baseThreads) this.#addMember()
    this.#assign()
    if (this.#waits('quick')) this.#grow(1, unavailableAfterMs)
    if (this.#waits('unknown')) this.#grow(2, unavailableAfterMs)
    // Under load the base threads are never idle, so a scan that can start gets an extra one.
    if (this.#needsScanThread('medium') || this.#needsScanThread('slow')) this.#grow(baseThreads + 1, unavailableAfterMs)
    if (reads > 0 || !this.#calls.isEmpty) return
    this.#blocked.clear()
    clearInterval(this.#watcher)
    this.#watcher = undefined
  }

  /** Takes back the reads that wait behind a blocking read, and marks the kind of that read as slow once it is. */
  #relieve(member: ReaderMember): void {
    const { running, workedFor } = member
    if (!running) return
    const current = member.jobIn(running.slot)
    if (member.load > (current ? 1 : 0)) this.#queue.requeue(member.takeBack(running.slot))
    if (!current) return
    if (workedFor >= slowAfterMs) {
      if (this.#queue.costClassOf(current.kind) !== 'slow') this.#queue.learnSlow(current.kind)
      this.#scanThreads.set(member, 'slow')
    } else if (workedFor >= blockedAfterMs && !this.#scanThreads.has(member)) this.#scanThreads.set(member, 'medium')
  }

  /** Sends the calls beside the reads of blocked threads to other threads, and adds one if all are blocked. */
  #repeatCalls(): void {
    this.#blocked.update(this.#members)
    if (this.#blocked.isEmpty) return
    const lacksThread = this.#calls.repeat(
      member => this.#blocked.has(member),
      tried => this.#answering(tried),
    )
    if (lacksThread) this.#grow(1, slowAfterMs)
  }

  get #isFull(): boolean {
    return this.#members.size + this.#blocked.stuck.size >= maxThreads
  }

  /** Adds a thread if fewer than `wanted` are available: without scans, and with a read that has used less than `maxWorkMs`. */
  #grow(wanted: number, maxWorkMs: number): void {
    if (this.#closing || this.#isFull) return
    const free = [...this.#members].filter(member => member.workedFor < maxWorkMs && !this.#scanThreads.has(member)).length
    if (free < wanted) this.#addMember()
  }

  #sweep(): void {
    const now = performance.now()
    for (const member of this.#members) {
      const { running } = member
      if (running && millisecondsSince(running.since) > this.#timeLimit) this.#replaceStuck(member, running)
      else if (member.thread.load === 0 && now - member.idleSince > this.#maxIdleMs()) {
        this.#members.delete(member)
        void member.thread.close()
      }
    }
    // Starting a thread takes time, so the pool grows while one thread is still free.
    if (this.#members.size >= baseThreads) this.#grow(2, unavailableInAdvanceAfterMs)
    this.#queue.rejectLate()
  }

  #maxIdleMs(): number {
    return this.#members.size > baseThreads ? extraThreadIdleMs : baseThreadIdleMs
  }

  /** Rejects the read or evaluation that a thread is stuck in. Everything else that the thread was sent gets a response. */
  #replaceStuck(member: ReaderMember, running: RunningWork): void {
    this.#blocked.late.delete(member)
    this.#blocked.stuck.set(member, { ...this.#holderOf(member, running), isExpected: false })
    this.#queue.requeue(member.takeBack(running.slot))
    this.#members.delete(member)
    this.#scanThreads.delete(member)
    const error = new ReadRejectedError('tooSlow')
    this.#calls.find(running.evaluation)?.reject(error)
    member.abandon(error)
    // The thread ends as soon as its statement does, after the calls beside it.
    void member.thread.close()
    this.#divert()
    this.#assign()
  }
}
