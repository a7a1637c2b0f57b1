import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiReply } from '../request/ApiReply.ts'
import type { RequestTask } from './messages.ts'
import { type Job, ReaderMember, type StartReader } from './ReaderMember.ts'

/** Why the pool gave up on a read: its own time ran out, or it never found a free thread. */
export class ReadRefused extends Error {
  readonly reason: 'tooSlow' | 'overloaded'

  constructor(reason: 'tooSlow' | 'overloaded') {
    super(reason === 'tooSlow' ? 'The read took longer than its time limit.' : 'All reader threads were busy.')
    this.reason = reason
  }
}

/** Milliseconds after which a thread counts as held by its read. */
const heldAfter = 15
/** Milliseconds between two looks at threads that have work. */
const watchEvery = 10
/** Milliseconds after which a thread beyond the usual number leaves when nothing came. */
const shrinkAfter = 30_000
/** Milliseconds that a read waits for a thread before it is refused. */
const patience = 10_000
/** Milliseconds that closing waits for reads under way. */
const longestClose = 1_000
/** Milliseconds from the first thread's start to that of the others. */
const fillAfter = 100

const smallest = Math.max(2, availableParallelism())
const largest = smallest + 6

/**
 * Reader threads. Each is given several reads at once, for waking a thread costs more than a quick read; those that a slow read
 * keeps waiting are taken back and given to others. The pool grows while all its threads sit in slow reads, so that a few scans
 * never make a quick read wait, and shrinks again. A read past its limit is answered, and its thread replaced while SQLite
 * finishes the statement, which nothing can interrupt.
 */
export class ReaderPool {
  readonly #start: StartReader
  readonly #timeLimit: number
  readonly #members = new Set<ReaderMember>()
  readonly #lingering = new Set<ReaderMember>()
  readonly #queue: Job[] = []
  readonly #sweeper: NodeJS.Timeout
  #watcher: NodeJS.Timeout | undefined
  #closing = false

  /** @param timeLimit milliseconds that one read may take */
  constructor(start: StartReader, timeLimit: number) {
    this.#start = start
    this.#timeLimit = timeLimit
    this.#addMember()
    this.#sweeper = setInterval(() => this.#sweep(), 250).unref()
  }

  /** Settles when the first thread is there. The others start a little later: the first answers do not wait for them. */
  async ready(): Promise<void> {
    await Promise.any([...this.#members].map(member => member.thread.ready))
    setTimeout(() => this.#fill(), fillAfter).unref()
  }

  /** Runs a read in the first thread that is free. Rejects with `ReadRefused` or with what ended the thread. */
  perform(task: RequestTask): Promise<ApiReply> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, since: performance.now(), resolve, reject })
      this.#assign()
    })
  }

  /** Runs a read that mostly waits for something else than the thread (a password hash), beside the thread's own read. */
  performBeside(task: RequestTask): Promise<ApiReply> {
    const [quietest] = [...this.#members].sort((a, b) => a.thread.load - b.thread.load)
    return quietest ? quietest.thread.perform(task) : this.perform(task)
  }

  /** Whether a thread is at a read. */
  get isReading(): boolean {
    return this.#lingering.size > 0 || [...this.#members].some(({ load }) => load > 0)
  }

  /** Ends the threads; those that are in the midst of a long read are left after a moment. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    clearInterval(this.#watcher)
    for (const { thread } of this.#lingering) thread.terminate()
    const ended = Promise.all([...this.#members].map(({ thread }) => thread.close()))
    await Promise.race([ended, wait(longestClose, undefined, { ref: false })])
  }

  #fill(): void {
    while (!this.#closing && this.#members.size < smallest) this.#addMember()
  }

  #addMember(): void {
    const member = new ReaderMember(this.#start, changed => this.#goOn(changed))
    this.#members.add(member)
    void member.thread.ended.then(() => {
      this.#members.delete(member)
      this.#lingering.delete(member)
      setTimeout(() => this.#fill(), fillAfter).unref()
    })
  }

  /** A thread has become ready or answered. */
  #goOn(member: ReaderMember): void {
    if (this.#lingering.has(member)) {
      if (member.load === 0) void member.thread.close()
    } else if (this.#queue.length > 0) this.#assign()
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const member = this.#leastLoaded()
      const job = member && this.#queue.shift()
      if (!job) break
      member.give(job)
    }
    this.#watcher ??= setInterval(() => this.#watch(), watchEvery).unref()
  }

  #leastLoaded(): ReaderMember | undefined {
    let least: ReaderMember | undefined
    for (const member of this.#members) {
      if (member.hasRoom && (!least || member.load < least.load) && member.heldFor < heldAfter) least = member
    }
    return least
  }

  /** Reads that wait behind a slow one go to other threads; when there are none left, another joins. */
  #watch(): void {
    let isAtRest = this.#queue.length === 0
    for (const member of this.#members) {
      if (member.load > 0) isAtRest = false
      if (member.load > 1 && member.heldFor >= heldAfter) this.#queue.unshift(...member.takeBack())
    }
    if (this.#queue.length > 0) this.#assign()
    if (this.#queue.length > 0) this.#grow(0)
    if (!isAtRest) return
    clearInterval(this.#watcher)
    this.#watcher = undefined
  }

  /** Adds a thread when no more than so many are free of long reads, as far as the bound allows. */
  #grow(spare: number): void {
    if (this.#closing || this.#members.size + this.#lingering.size >= largest) return
    const free = [...this.#members].filter(({ heldFor }) => heldFor < heldAfter).length
    if (free <= spare) this.#addMember()
  }

  #sweep(): void {
    const now = performance.now()
    for (const member of this.#members) {
      if (member.heldFor > this.#timeLimit) this.#letLinger(member)
      else if (member.load === 0 && now - member.idleSince > shrinkAfter && this.#members.size > smallest) {
        this.#members.delete(member)
        void member.thread.close()
      }
    }
    // A thread takes a moment to start, so it is called while there is still one to go round.
    if (this.#members.size >= smallest) this.#grow(1)
    while (this.#queue[0] && now - this.#queue[0].since > patience) this.#queue.shift()?.reject(new ReadRefused('overloaded'))
  }

  #letLinger(member: ReaderMember): void {
    this.#queue.unshift(...member.takeBack())
    this.#members.delete(member)
    this.#lingering.add(member)
    member.abandon(new ReadRefused('tooSlow'))
    if (this.#members.size < smallest && this.#members.size + this.#lingering.size < largest) this.#addMember()
    this.#assign()
  }
}
