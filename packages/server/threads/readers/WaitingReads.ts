import type { ApiReply } from '../../request/ApiReply.ts'
import type { RequestTask } from '../tasks/Task.ts'
import type { Job } from './ReaderMember.ts'
import { kindOf, type Pace, ReadPaces } from './ReadPaces.ts'
import { ReadRefused } from './ReadRefused.ts'

/** Milliseconds within which an answer teaches that reads of its kind are quick. */
const quickWithin = 50
/** Milliseconds that a read waits for a thread before it is refused, and one that is expected to be slow. */
const patience = 10_000
const slowPatience = 30_000

/** The reads that wait for a thread, by what is to be expected of their kinds; it learns that from those that were answered. */
export class WaitingReads {
  readonly #paces = new ReadPaces()
  readonly #queues: Record<Pace, Job[]> = { quick: [], unknown: [], slow: [] }

  get isEmpty(): boolean {
    const { quick, unknown, slow } = this.#queues
    return quick.length === 0 && unknown.length === 0 && slow.length === 0
  }

  has(pace: Pace): boolean {
    return this.#queues[pace].length > 0
  }

  /** The paces of reads that are not expected to be slow; first that of the read which has waited longest. */
  get order(): ['quick' | 'unknown', 'quick' | 'unknown'] {
    const [quick, unknown] = [this.#queues.quick[0], this.#queues.unknown[0]]
    return unknown && (!quick || unknown.since < quick.since) ? ['unknown', 'quick'] : ['quick', 'unknown']
  }

  /** Has a read wait behind all others of its pace. */
  add(task: RequestTask, resolve: (reply: ApiReply) => void, reject: (error: Error) => void): void {
    const kind = kindOf(task)
    const pace = this.#paces.of(kind)
    this.#queues[pace].push({ task, kind, isNew: pace === 'unknown', since: performance.now(), resolve, reject })
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
    const job = this.#queues[pace].shift()
    return job && pace !== 'quick' ? this.#learningFrom(job) : job
  }

  isSlow(kind: string): boolean {
    return this.#paces.of(kind) === 'slow'
  }

  /** Learns that reads of a kind are slow, those that wait among them. */
  learnSlow(kind: string): void {
    this.#paces.learnSlow(kind)
    this.addAgain([...this.#queues.quick.splice(0), ...this.#queues.unknown.splice(0)])
  }

  /** Refuses reads that have waited for too long. */
  refuseLate(): void {
    const now = performance.now()
    this.#refuse(this.#queues.quick, now - patience)
    this.#refuse(this.#queues.unknown, now - patience)
    this.#refuse(this.#queues.slow, now - slowPatience)
  }

  /** Refuses reads that have waited since before a moment. */
  #refuse(queue: Job[], moment: number): void {
    while (queue[0] && queue[0].since < moment) queue.shift()?.reject(new ReadRefused('overloaded'))
  }

  /** A read that teaches, should it be answered at once, that its kind is quick. */
  #learningFrom(job: Job): Job {
    const begun = performance.now()
    const resolve = (reply: ApiReply) => {
      if (performance.now() - begun < quickWithin) this.#paces.learnQuick(job.kind)
      job.resolve(reply)
    }
    return { ...job, resolve }
  }
}
