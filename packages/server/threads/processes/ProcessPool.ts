import { availableParallelism } from 'node:os'
import type { Versions } from '../../cache/versions.ts'
import type { Config } from '../../config/config.ts'
import { ReadCostEstimates } from '../readers/ReadCostEstimates.ts'
import { ReadRejectedError } from '../readers/ReadRejectedError.ts'
import type { TaskResults } from '../tasks/Task.ts'
import type { ProcessTask } from './messages.ts'
import { ReaderProcess } from './ReaderProcess.ts'

/** Maximum number of processes. Each takes about 80 MB. */
const maxProcesses = Math.max(2, availableParallelism())
/** Maximum number of processes for reads that were slow before or are unknown, so that one is left for the others. */
const maxUnproven = maxProcesses - 1
/** Time after which a read that found no free process is rejected. */
const maxWaitMs = 30_000
/** Idle time after which a process ends. */
const maxIdleMs = 30_000
/** Interval at which the time and memory of the processes are checked. */
const checkIntervalMs = 200
/** Memory limit of a process: a recursive query can grow by 50 MB a second. */
const maxProcessBytes = 512 * 1024 * 1024

interface Job {
  task: ProcessTask
  /** Key for cost estimates, see `kindOf`. */
  kind: string
  timeLimit: number
  since: number
  resolve: (result: never) => void
  reject: (error: Error) => void
}

interface Member {
  process: ReaderProcess
  isReady: boolean
  /** Time at which the job started, or at which the process became idle. */
  since: number
  job: Job | undefined
}

/**
 * Runs reads of views in child processes: an admin can write any query, and only killing the process interrupts SQLite. A process
 * that exceeds its time or memory limit is killed. Processes start on demand and end when idle.
 */
export class ProcessPool {
  readonly #start: () => ReaderProcess
  readonly #members = new Set<Member>()
  readonly #estimates = new ReadCostEstimates()
  #queue: Job[] = []
  #checks: NodeJS.Timeout | undefined

  constructor(config: Config, versions: Versions) {
    this.#start = () => new ReaderProcess(config, versions)
  }

  /**
   * Runs a task in a process.
   * @param kind see `kindOf`
   * @param timeLimit milliseconds from the start of the task
   * @throws ReadRejectedError if the task exceeds its time or memory limit, or no process becomes free in time
   */
  perform<Kind extends ProcessTask['kind']>(
    task: Extract<ProcessTask, { kind: Kind }>,
    kind: string,
    timeLimit: number,
  ): Promise<TaskResults[Kind]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, kind, timeLimit, since: performance.now(), resolve, reject })
      this.#assign()
    })
  }

  /** Rejects all reads and kills all processes. */
  async close(): Promise<void> {
    clearInterval(this.#checks)
    for (const { reject } of this.#queue.splice(0)) reject(new ReadRejectedError('overloaded'))
    const ended = [...this.#members].map(({ process }) => process.ended)
    for (const member of this.#members) this.#end(member)
    await Promise.all(ended)
  }

  /** Whether earlier reads of this kind are known not to be slow. */
  #isProven = ({ kind }: Job): boolean => ['quick', 'medium'].includes(this.#estimates.of(kind))

  #assign(): void {
    for (let job = this.#nextJob(); job; job = this.#nextJob()) {
      const member = [...this.#members].find(({ isReady, job }) => isReady && !job)
      if (!member) {
        const starting = [...this.#members].filter(({ isReady }) => !isReady).length
        if (this.#members.size < maxProcesses && starting < this.#queue.length) this.#add()
        break
      }
      this.#queue = this.#queue.filter(waiting => waiting !== job)
      void this.#run(member, job)
    }
    if (this.#members.size > 0) this.#checks ??= setInterval(() => this.#check(), checkIntervalMs).unref()
  }

  /** Returns the oldest read that can run now. */
  #nextJob(): Job | undefined {
    const unproven = [...this.#members].filter(({ job }) => job && !this.#isProven(job)).length
    return unproven < maxUnproven ? this.#queue[0] : this.#queue.find(this.#isProven)
  }

  #add(): void {
    const member: Member = { process: this.#start(), isReady: false, since: performance.now(), job: undefined }
    this.#members.add(member)
    member.process.ready.then(
      () => {
        member.isReady = true
        member.since = performance.now()
        this.#assign()
      },
      // If a process cannot start, the next check tries again, which prevents a busy loop.
      () => undefined,
    )
    void member.process.ended.then(() => this.#members.delete(member))
  }

  async #run(member: Member, job: Job): Promise<void> {
    member.job = job
    member.since = performance.now()
    try {
      const result = await member.process.perform(job.task)
      this.#estimates.learn(job.kind, performance.now() - member.since)
      job.resolve(result as never)
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)))
    }
    member.job = undefined
    member.since = performance.now()
    this.#assign()
  }

  #check(): void {
    const now = performance.now()
    for (const member of this.#members) {
      const { process, job, since, isReady } = member
      if (job && now - since > job.timeLimit) this.#kill(member, 'tooSlow')
      else if (job && process.memory > maxProcessBytes) this.#kill(member, 'tooLarge')
      else if (!job && isReady && now - since > maxIdleMs) this.#end(member)
    }
    const late = this.#queue.filter(({ since }) => now - since > maxWaitMs)
    this.#queue = this.#queue.filter(job => !late.includes(job))
    for (const { reject } of late) reject(new ReadRejectedError('overloaded'))
    this.#assign()
    if (this.#members.size > 0 || this.#queue.length > 0) return
    clearInterval(this.#checks)
    this.#checks = undefined
  }

  #kill(member: Member, reason: ReadRejectedError['reason']): void {
    const { job } = member
    if (job) this.#estimates.learn(job.kind, job.timeLimit)
    job?.reject(new ReadRejectedError(reason))
    this.#end(member)
  }

  #end(member: Member): void {
    this.#members.delete(member)
    member.process.kill()
  }
}
