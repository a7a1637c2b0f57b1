import type { StepResult } from '../../api/StepResult.ts'
import type { Hold } from '../../runtime/clients/Hold.ts'
import { cpuTimeOfThread } from '../../runtime/processStatistics.ts'
import type { Remote } from '../../runtime/Remote.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import type { ReaderServices } from '../services.ts'
import { millisecondsSince, ReadSlots, type RunningWork, slotCount } from '../workers/ReadSlots.ts'
import type { Thread } from '../workers/Thread.ts'
import type { CostClass } from './ReadCostEstimates.ts'

/** A read that is waiting or running. */
export interface Job {
  task: RequestTask
  /** Key for cost estimates, see `kindOf`. */
  kind: string
  /** The estimated cost of reads of this kind when the read was queued. */
  costClass: CostClass
  /** Time at which the read was queued. */
  since: number
  /** The time by which it should start: the cheaper, the earlier. */
  due: number
  /** The place of a counted read in the queue. */
  place?: Hold | undefined
  /** The address of the client, once it is needed. */
  client?: string
  resolve: (reply: StepResult) => void
  reject: (error: Error) => void
}

/** Fraction of a read's wall-clock time that counts at least as CPU time. */
const minWorkFraction = 0.03

/** Starts a reader thread that shares these slots. */
export type StartReader = (slots: ReadSlots) => Thread

interface ReaderEvents {
  /** Called when the thread has become ready or can be given another read. */
  changed: (member: ReaderMember) => void
  /** Called when a read is finished, with its CPU time in milliseconds. */
  finished: (job: Job, cost: number) => void
}

/** A reader thread of the pool and the reads assigned to it. */
export class ReaderMember {
  readonly thread: Thread
  isReady = false
  idleSince = performance.now()
  readonly #slots = new ReadSlots()
  /** The services of the thread in each slot. */
  readonly #remotes: Remote<ReaderServices, undefined>[]
  readonly #jobs = new Map<number, Job>()
  readonly #free = Array.from({ length: slotCount }, (_, slot) => slot)
  readonly #events: ReaderEvents
  /** Start time of the last observed read or evaluation, and the thread's total CPU time when it was first observed. */
  #seen = { since: 0, work: 0 }

  constructor(start: StartReader, events: ReaderEvents) {
    this.thread = start(this.#slots)
    this.#remotes = Array.from({ length: slotCount }, (_, slot) => this.thread.inSlot(slot))
    this.#events = events
    this.thread.ready.then(
      () => {
        this.isReady = true
        events.changed(this)
      },
      () => undefined,
    )
  }

  /** Number of assigned, unfinished reads. */
  get load(): number {
    return slotCount - this.#free.length
  }

  get hasRoom(): boolean {
    return this.isReady && this.#free.length > 0
  }

  /** Wall-clock milliseconds since the start of the running read or evaluation; 0 if none runs. */
  get heldFor(): number {
    return millisecondsSince(this.#slots.since)
  }

  /** The read or evaluation that uses the thread. */
  get running(): RunningWork | undefined {
    return this.#slots.running
  }

  /** Whether one of its reads has no cost estimate, so that it can block the thread for an unknown time. */
  get hasNew(): boolean {
    return [...this.#jobs.values()].some(({ costClass }) => costClass === 'unknown')
  }

  /**
   * CPU milliseconds since the running read or evaluation was first observed, but at least a fraction of its wall-clock time. On a
   * busy machine every read takes long, and a read that waits for the disk uses no CPU time.
   */
  get workedFor(): number {
    const { heldFor } = this
    if (heldFor === 0) return 0
    const { since, thread } = this.#slots
    const work = cpuTimeOfThread(thread)
    if (work === undefined) return heldFor
    if (this.#seen.since !== since) this.#seen = { since, work }
    return Math.max(work - this.#seen.work, heldFor * minWorkFraction)
  }

  /** Returns the read in a slot. */
  jobIn(slot: number | undefined): Job | undefined {
    return slot === undefined ? undefined : this.#jobs.get(slot)
  }

  /** Assigns a read. The thread must have room. */
  assign(job: Job): void {
    const slot = this.#free.pop()
    const remote = slot === undefined ? undefined : this.#remotes[slot]
    if (slot === undefined || !remote) throw new Error('The thread has no room for another read.')
    this.#jobs.set(slot, job)
    this.#slots.offer(slot)
    remote.requests
      .run(job.task)
      .then(
        reply => {
          if (!reply) return
          this.#events.finished(job, this.#slots.costOf(slot))
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
   * Takes back all reads except the one that blocks the thread: reads that have not started, and reads that have finished or wait for something
   * else, of which the blocked thread cannot send the responses. Running these again is harmless.
   * @param blocking the slot of the read that blocks the thread; undefined if an evaluation does
   */
  takeBack(blocking: number | undefined): Job[] {
    const jobs: Job[] = []
    for (const [slot, job] of this.#jobs) {
      if (slot === blocking) continue
      this.#slots.takeBack(slot)
      this.#jobs.delete(slot)
      jobs.push(job)
    }
    return jobs
  }

  /** Rejects the reads that were not taken back. */
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
