import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiReply } from '../request/ApiReply.ts'
import type { Task } from './messages.ts'
import type { Thread } from './Thread.ts'

type RequestTask = Extract<Task, { kind: 'request' }>

/** Why the pool gave up on a read: its own time ran out, or it never found a free thread. */
export class ReadRefused extends Error {
  readonly reason: 'tooSlow' | 'overloaded'

  constructor(reason: 'tooSlow' | 'overloaded') {
    super(reason === 'tooSlow' ? 'The read took longer than its time limit.' : 'All reader threads were busy.')
    this.reason = reason
  }
}

interface Job {
  task: RequestTask
  since: number
  resolve: (reply: ApiReply) => void
  reject: (error: Error) => void
}

interface Member {
  thread: Thread
  /** Whether it has said that it is there. */
  isReady: boolean
  job: Job | undefined
  idleSince: number
}

/** Milliseconds after which a thread counts as held by its read. */
const heldAfter = 25
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
 * Reader threads, each with one statement at a time. The pool grows while all its threads sit in slow reads, so that a few
 * scans never make a quick read wait, and shrinks again. A read past its limit is answered, and its thread replaced while
 * SQLite finishes the statement, which nothing can interrupt.
 */
export class ReaderPool {
  readonly #start: () => Thread
  readonly #timeLimit: number
  readonly #members = new Set<Member>()
  readonly #lingering = new Set<Thread>()
  readonly #queue: Job[] = []
  readonly #sweeper: NodeJS.Timeout
  #growTimer: NodeJS.Timeout | undefined
  #closing = false

  /** @param timeLimit milliseconds that one read may take */
  constructor(start: () => Thread, timeLimit: number) {
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
    return this.#lingering.size > 0 || [...this.#members].some(({ job }) => job !== undefined)
  }

  /** Ends the threads; those that are in the midst of a long read are left after a moment. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    clearTimeout(this.#growTimer)
    for (const thread of this.#lingering) thread.terminate()
    const ended = Promise.all([...this.#members].map(member => member.thread.close()))
    await Promise.race([ended, wait(longestClose, undefined, { ref: false })])
  }

  #fill(): void {
    while (!this.#closing && this.#members.size < smallest) this.#addMember()
  }

  #addMember(): void {
    const member: Member = { thread: this.#start(), isReady: false, job: undefined, idleSince: performance.now() }
    this.#members.add(member)
    member.thread.ready.then(
      () => {
        member.isReady = true
        this.#assign()
      },
      () => undefined,
    )
    void member.thread.ended.then(() => {
      this.#members.delete(member)
      setTimeout(() => this.#fill(), fillAfter).unref()
    })
  }

  #assign(): void {
    for (const member of this.#members) {
      if (this.#queue.length === 0) return
      if (member.isReady && !member.job) this.#run(member)
    }
    this.#growTimer ??= setTimeout(() => this.#growForQueue(), heldAfter).unref()
  }

  #run(member: Member): void {
    const job = this.#queue.shift()
    if (!job) return
    member.job = { ...job, since: performance.now() }
    member.thread
      .perform(job.task)
      .then(job.resolve, job.reject)
      .finally(() => {
        member.job = undefined
        member.idleSince = performance.now()
        if (this.#lingering.delete(member.thread)) void member.thread.close()
        else this.#assign()
      })
  }

  /** Reads wait: another thread joins when all there are are held. */
  #growForQueue(): void {
    this.#growTimer = undefined
    if (this.#queue.length === 0 || this.#closing) return
    if (!this.#grow(0)) this.#growTimer = setTimeout(() => this.#growForQueue(), heldAfter).unref()
  }

  /** Adds a thread when fewer than so many are free of long reads, as far as the bound allows. */
  #grow(spare: number): boolean {
    const now = performance.now()
    const free = [...this.#members].filter(({ job }) => !job || now - job.since < heldAfter).length
    if (free > spare || this.#members.size + this.#lingering.size >= largest) return false
    this.#addMember()
    return true
  }

  #sweep(): void {
    const now = performance.now()
    for (const member of this.#members) {
      if (member.job && now - member.job.since > this.#timeLimit) this.#letLinger(member, member.job)
      else if (!member.job && now - member.idleSince > shrinkAfter && this.#members.size > smallest) {
        this.#members.delete(member)
        void member.thread.close()
      }
    }
    // A thread takes a moment to start, so it is called while there is still one to go round.
    if (!this.#closing && this.#members.size >= smallest) this.#grow(1)
    while (this.#queue[0] && now - this.#queue[0].since > patience) this.#queue.shift()?.reject(new ReadRefused('overloaded'))
  }

  #letLinger(member: Member, job: Job): void {
    this.#members.delete(member)
    this.#lingering.add(member.thread)
    job.reject(new ReadRefused('tooSlow'))
    if (this.#members.size < smallest && this.#members.size + this.#lingering.size < largest) this.#addMember()
    this.#assign()
  }
}
