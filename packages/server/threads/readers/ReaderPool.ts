import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { Audience } from '../../messages/Audience.ts'
import type { RecordChange } from '../../messages/RecordChange.ts'
import type { RequestTask } from '../tasks/Task.ts'
import { ReaderMember, type StartReader } from './ReaderMember.ts'
import { ReadQueue } from './ReadQueue.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

/** Milliseconds after which a thread counts as held by its read. */
const heldAfter = 15
/** Milliseconds after which a held thread is no longer counted upon, so that another may join: now that reads wait, or in time. */
const lostAfter = 50
const lostForLong = 100
/** Milliseconds between two looks at threads that have work. */
const watchEvery = 10
/** Milliseconds after which a thread leaves when nothing came: one beyond the usual number, and any other. */
const shrinkAfter = 30_000
const usualShrinkAfter = 300_000
/** Milliseconds that closing waits for reads under way. */
const longestClose = 1_000
/** Milliseconds after which reads that wait for a thread which has died start another. */
const replaceAfter = 100

const smallest = Math.max(2, availableParallelism())
const largest = smallest + 6
/** Milliseconds after which a read counts as slow, and others of its kind are expected to be. */
const slowAfter = 100
/** How many threads may be at scans of each pace: more would only take the processors from all others. */
const maxLanes = { middling: smallest, slow: smallest }
/** Reads that such a thread is given at once: between two slow ones it does not matter that it waits for the next. */
const laneDepth = { middling: 2, slow: 1 }
type ScanPace = keyof typeof maxLanes
/** Milliseconds after the last quick read for which one thread is left to such reads by scans that would hold all. */
const quickTrafficMs = 5_000

/**
 * Reader threads. Each is given several reads at once, for waking a thread costs more than a quick read; those that a slow read
 * keeps waiting are taken back and given to others. Reads of kinds that were scans before go through few lanes, whatever their
 * number, and reads of kinds that nobody knows leave one thread to kinds that were quick before. The pool grows while its threads
 * sit in slow reads, so that a few scans never make a quick read wait, and shrinks again. A read past its limit is answered, and its
 * thread replaced while SQLite finishes the statement, which nothing can interrupt.
 */
export class ReaderPool {
  readonly #start: StartReader
  readonly #timeLimit: number
  readonly #members = new Set<ReaderMember>()
  readonly #lingering = new Set<ReaderMember>()
  /** Those that are at a scan, by what was expected of it. */
  readonly #lanes = new Map<ReaderMember, ScanPace>()
  readonly #waiting = new ReadQueue()
  /** When the last read came that may be quick. */
  #lastQuick = Number.NEGATIVE_INFINITY
  readonly #sweeper: NodeJS.Timeout
  #watcher: NodeJS.Timeout | undefined
  #closing = false

  /** @param timeLimit milliseconds that one read may take */
  constructor(start: StartReader, timeLimit: number) {
    this.#start = start
    this.#timeLimit = timeLimit
    this.#sweeper = setInterval(() => this.#sweep(), 250).unref()
  }

  /** Runs a read in the first thread that is free. Rejects with `ReadRejectedError` or with what ended the thread. */
  perform(task: RequestTask): Promise<ApiReply> {
    return new Promise((resolve, reject) => {
      const { pace, since } = this.#waiting.add(task, resolve, reject)
      if (pace === 'quick' || pace === 'unknown') this.#lastQuick = since
      this.#assign()
    })
  }

  /** Runs a read that mostly waits for something else than the thread (a password hash), beside the thread's own read. */
  performBeside(task: RequestTask): Promise<ApiReply> {
    return this.#quietest.thread.perform(task)
  }

  /** Has a thread work out, beside its reads, what each audience is told of a change; null where that takes a process. */
  async describe(change: RecordChange, audiences: readonly Audience[]): Promise<(string | null | undefined)[]> {
    return this.#quietest.thread.perform({ kind: 'describe', change, audiences })
  }

  /** Whether a thread is at a read. */
  get isReading(): boolean {
    return this.#lingering.size > 0 || [...this.#members].some(({ thread }) => thread.isWorking)
  }

  /** Ends the threads; those that are in the midst of a long read are left after a moment. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    clearInterval(this.#watcher)
    for (const { thread } of this.#lingering) thread.terminate()
    const ended = Promise.all(
      [...this.#members].map(({ thread, isReady }) => {
        // One that only starts has nothing to end, and may take long to hear of it.
        if (!isReady) thread.terminate()
        return thread.close()
      }),
    )
    // A thread that is at no read ends by itself, however long a busy machine lets it wait.
    const patience = wait(longestClose, undefined, { ref: false }).then(() => (this.isReading ? undefined : ended))
    await Promise.race([ended, patience])
  }

  get #quietest(): ReaderMember {
    const free = this.#free()
    const [quietest] = (free.length > 0 ? free : [...this.#members]).sort((a, b) => a.thread.load - b.thread.load)
    return quietest ?? this.#addMember()
  }

  #addMember(): ReaderMember {
    const member = new ReaderMember(this.#start, {
      changed: changed => this.#goOn(changed),
      answered: ({ kind }, cost) => this.#waiting.learn(kind, cost),
    })
    this.#members.add(member)
    void member.thread.ended.then(() => {
      this.#members.delete(member)
      this.#lingering.delete(member)
      this.#lanes.delete(member)
      setTimeout(() => this.#assign(), replaceAfter).unref()
    })
    return member
  }

  /** A thread has become ready or answered. */
  #goOn(member: ReaderMember): void {
    if (member.load === 0) this.#lanes.delete(member)
    if (this.#lingering.has(member)) {
      if (member.load === 0) void member.thread.close()
    } else if (!this.#waiting.isEmpty) this.#assign()
  }

  #assign(): void {
    while (this.#giveFirst());
    while (this.#giveScan('middling') || this.#giveScan('slow'));
    if (this.#closing) return
    if (this.#members.size === 0 && !this.#waiting.isEmpty) this.#addMember()
    this.#watcher ??= setInterval(() => this.#watch(), watchEvery).unref()
  }

  /** Gives the read that has waited longest to a thread, or the other one where it finds none. Tells whether any found one. */
  #giveFirst(): boolean {
    const [first, other] = this.#waiting.order
    return this.#give(first) || this.#give(other)
  }

  #give(pace: 'quick' | 'unknown'): boolean {
    if (!this.#waiting.has(pace)) return false
    const member = this.#leastLoaded(pace === 'quick' ? this.#members : this.#openToUnknown())
    const job = member && this.#waiting.take(pace)
    if (job) member.give(job)
    return job !== undefined
  }

  #giveScan(pace: ScanPace): boolean {
    if (!this.#isDue(pace)) return false
    const member = this.#laneFor(pace)
    const job = member && this.#waiting.take(pace)
    if (!job) return false
    this.#lanes.set(member, pace)
    member.give(job)
    return true
  }

  /** Whether a scan waits that may run now, if a thread is free for it. */
  #isDue(pace: ScanPace): boolean {
    return this.#waiting.has(pace) && this.#laneCount(pace) <= this.#maxLanes(pace)
  }

  #needsLane(pace: ScanPace): boolean {
    return this.#waiting.has(pace) && this.#laneCount(pace) < this.#maxLanes(pace)
  }

  #laneCount(pace: ScanPace): number {
    return [...this.#lanes.values()].filter(other => other === pace).length
  }

  #maxLanes(pace: ScanPace): number {
    const leavesOne = pace === 'middling' && performance.now() - this.#lastQuick < quickTrafficMs
    return leavesOne ? Math.max(1, maxLanes[pace] - 1) : maxLanes[pace]
  }

  /** The thread that is to get the next scan of a pace. */
  #laneFor(pace: ScanPace): ReaderMember | undefined {
    for (const [member, lane] of this.#lanes) {
      const hasRoom = member.load < laneDepth[pace] && member.heldFor < heldAfter
      if (lane === pace && hasRoom && this.#members.has(member)) return member
    }
    if (this.#laneCount(pace) >= this.#maxLanes(pace)) return undefined
    const free = this.#free()
    // Slow reads never take the last thread.
    return free.length > (pace === 'slow' ? 1 : 0) ? free.findLast(({ load }) => load === 0) : undefined
  }

  /** The threads that may be given a read of an unknown kind: all but the last that no such read can hold, if more can be had. */
  #openToUnknown(): ReaderMember[] {
    const free = this.#free()
    if (this.#members.size < smallest || this.#isFull) return free
    const clear = free.filter(({ hasNew }) => !hasNew)
    return clear.length > 1 ? free : free.filter(({ hasNew }) => hasNew)
  }

  #isFree(member: ReaderMember): boolean {
    return member.hasRoom && !this.#lanes.has(member) && member.heldFor < heldAfter
  }

  /** The threads that quick reads may be given to. */
  #free(): ReaderMember[] {
    return [...this.#members].filter(member => this.#isFree(member))
  }

  /** The thread that is to get the next quick read: one of the usual number, so that those beyond it fall idle and leave. */
  #leastLoaded(members: Iterable<ReaderMember>): ReaderMember | undefined {
    let least: ReaderMember | undefined
    let seen = 0
    for (const member of members) {
      if (!this.#isFree(member)) continue
      if (!least || member.load < least.load) least = member
      seen += 1
      if (seen === smallest) break
    }
    return least
  }

  /** Reads that wait behind a slow one go to other threads; when there are none left, another joins. */
  #watch(): void {
    let reads = this.#waiting.size
    for (const member of this.#members) {
      reads += member.load
      if (member.heldFor >= heldAfter) this.#relieve(member)
    }
    // One client that asks for one thing after the other needs no second thread.
    if (reads > 1) while (this.#members.size < smallest) this.#addMember()
    this.#assign()
    if (this.#waiting.has('quick')) this.#grow(1, lostAfter)
    if (this.#waiting.has('unknown')) this.#grow(2, lostAfter)
    // The usual threads may never be idle, so a scan that is due gets one more.
    if (this.#needsLane('middling') || this.#needsLane('slow')) this.#grow(smallest + 1, lostAfter)
    if (reads > 0) return
    clearInterval(this.#watcher)
    this.#watcher = undefined
  }

  /** Frees those that wait behind the read that holds a thread, and learns when its kind is slow. */
  #relieve(member: ReaderMember): void {
    if (member.load > 1) this.#waiting.addAgain(member.takeBack())
    const { current, workedFor } = member
    if (!current) return
    if (workedFor >= slowAfter) {
      if (!this.#waiting.isSlow(current.kind)) this.#waiting.learnSlow(current.kind)
      this.#lanes.set(member, 'slow')
    } else if (workedFor >= heldAfter && !this.#lanes.has(member)) this.#lanes.set(member, 'middling')
  }

  get #isFull(): boolean {
    return this.#members.size + this.#lingering.size >= largest
  }

  /** Adds a thread when fewer than so many are free of reads of so many milliseconds, as far as the bound allows. */
  #grow(wanted: number, milliseconds: number): void {
    if (this.#closing || this.#isFull) return
    const free = [...this.#members].filter(member => member.workedFor < milliseconds && !this.#lanes.has(member)).length
    if (free < wanted) this.#addMember()
  }

  #sweep(): void {
    const now = performance.now()
    for (const member of this.#members) {
      if (member.heldFor > this.#timeLimit) this.#letLinger(member)
      else if (member.load === 0 && now - member.idleSince > this.#mayIdle()) {
        this.#members.delete(member)
        void member.thread.close()
      }
    }
    // A thread takes a moment to start, so it is called while there is still one to go round.
    if (this.#members.size >= smallest) this.#grow(2, lostForLong)
    this.#waiting.refuseLate()
  }

  #mayIdle(): number {
    return this.#members.size > smallest ? shrinkAfter : usualShrinkAfter
  }

  #letLinger(member: ReaderMember): void {
    this.#waiting.addAgain(member.takeBack())
    this.#members.delete(member)
    this.#lanes.delete(member)
    this.#lingering.add(member)
    member.abandon(new ReadRejectedError('tooSlow'))
    this.#assign()
  }
}
