import type { ApiReply } from '../../messages/ApiReply.ts'
import { workOfThread } from '../../runtime/systemThread.ts'
import type { RequestTask } from '../tasks/Task.ts'
import { ReadSlots, slotCount } from '../workers/ReadSlots.ts'
import type { Thread } from '../workers/Thread.ts'

/** A read that waits for its answer. */
export interface Job {
  task: RequestTask
  /** What it has in common with others that take as long. */
  kind: string
  /** Whether nobody knows how long it will take. */
  isNew: boolean
  /** When it was asked for. */
  since: number
  resolve: (reply: ApiReply) => void
  reject: (error: Error) => void
}

/** The share of the time at a read that counts as work in any case. */
const leastShare = 0.03

/** Starts a reader thread that shares these slots. */
export type StartReader = (slots: ReadSlots) => Thread

interface ReaderEvents {
  /** It has become ready or got room for another read. */
  changed: (member: ReaderMember) => void
  /** A read was answered, which took so many milliseconds of a processor. */
  answered: (job: Job, cost: number) => void
}

/** One thread of the pool and the reads it has been given. */
export class ReaderMember {
  readonly thread: Thread
  /** Whether it has said that it is there. */
  isReady = false
  idleSince = performance.now()
  readonly #slots = new ReadSlots()
  readonly #jobs = new Map<number, Job>()
  readonly #free = Array.from({ length: slotCount }, (_, slot) => slot)
  readonly #events: ReaderEvents
  /** The read that it was seen at last, and how long it had worked in all when it was first seen at that. */
  #seen = { since: 0, work: 0 }

  constructor(start: StartReader, events: ReaderEvents) {
    this.thread = start(this.#slots)
    this.#events = events
    this.thread.ready.then(
      () => {
        this.isReady = true
        events.changed(this)
      },
      () => undefined,
    )
  }

  /** How many reads it has been given and not answered. */
  get load(): number {
    return slotCount - this.#free.length
  }

  get hasRoom(): boolean {
    return this.isReady && this.#free.length > 0
  }

  /** For how many milliseconds it has been at its read. */
  get heldFor(): number {
    return this.#slots.heldFor()
  }

  /** Whether it may be held for who knows how long. */
  get hasNew(): boolean {
    return [...this.#jobs.values()].some(({ isNew }) => isNew)
  }

  /**
   * For how many milliseconds it has had a processor since it was first seen at its read, and at least a share of the time that it
   * has been at it: on a busy machine any read takes long, and one that waits for the disk does not work.
   */
  get workedFor(): number {
    const { heldFor } = this
    if (heldFor === 0) return 0
    const { since, thread } = this.#slots
    const work = workOfThread(thread)
    if (work === undefined) return heldFor
    if (this.#seen.since !== since) this.#seen = { since, work }
    return Math.max(work - this.#seen.work, heldFor * leastShare)
  }

  /** The read that it is at. */
  get current(): Job | undefined {
    return this.heldFor === 0 ? undefined : this.#jobs.get(this.#slots.current())
  }

  /** Gives it a read; it must have room. */
  give(job: Job): void {
    const slot = this.#free.pop()
    if (slot === undefined) throw new Error('The thread has no room for another read.')
    this.#jobs.set(slot, job)
    this.#slots.offer(slot)
    this.thread
      .perform({ kind: 'read', slot, task: job.task })
      .then(
        reply => {
          if (!reply) return
          this.#events.answered(job, this.#slots.costOf(slot))
          this.#takeJob(slot, job)?.resolve(reply)
        },
        error => this.#takeJob(slot, job)?.reject(error),
      )
      .finally(() => {
        this.#free.push(slot)
        if (this.load === 0) this.idleSince = performance.now()
        this.#events.changed(this)
      })
  }

  /**
   * Takes back all reads but the one that holds it: those it has not begun, and those whose answers wait to be sent until it is
   * free again. Reading a second time does no harm.
   */
  takeBack(): Job[] {
    const current = this.#slots.current()
    const jobs: Job[] = []
    for (const [slot, job] of this.#jobs) {
      if (slot === current) continue
      this.#slots.takeBack(slot)
      this.#jobs.delete(slot)
      jobs.push(job)
    }
    return jobs
  }

  /** Gives up on the read that it is at. */
  abandon(error: Error): void {
    for (const job of this.#jobs.values()) job.reject(error)
    this.#jobs.clear()
  }

  #takeJob(slot: number, job: Job): Job | undefined {
    if (this.#jobs.get(slot) !== job) return undefined
    this.#jobs.delete(slot)
    return job
  }
}
