import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import { FairQueue } from '../../runtime/clients/FairQueue.ts'
import type { WorkMeter } from '../../runtime/clients/WorkMeter.ts'
import type { Remote } from '../../runtime/Remote.ts'
import { ReadCostEstimates } from '../readers/ReadCostEstimates.ts'
import { ReadRejectedError } from '../readers/ReadRejectedError.ts'
import type { ReaderServices } from '../services.ts'
import { ReaderProcess } from './ReaderProcess.ts'

/** Number of processes for reads that are known not to be slow, and for the reads of each client. Each takes about 80 MB. */
const baseProcesses = Math.max(2, availableParallelism())
/** Maximum number of processes. Some more start while clients fill the base ones with slow reads and other clients wait. */
const maxProcesses = baseProcesses + 2
/** Maximum number of processes for reads that were slow before or are unknown, so that one is left for the others. */
const maxUnproven = maxProcesses - 1
/** Maximum number of processes for such reads of one client. */
const maxUnprovenPerClient = baseProcesses - 1
/** Maximum number of processes for reads that were slow before, so that one is left for first reads. */
const maxSlow = maxUnproven - 1
/** Maximum number of processes for one client. */
const maxPerClient = maxProcesses - 1
/** Time after which a read that was not known to be slow, and may be endless, gives its process to a waiting read of another client. */
const firstTurnMs = 500
/** Time after which a read that found no free process is rejected. */
const maxWaitMs = 30_000
/** Idle time after which a process ends. */
const maxIdleMs = 30_000
/** Interval at which the time and memory of the processes are checked. */
const checkIntervalMs = 200
/** Memory limit of a process: a recursive query can grow by 50 MB a second. */
const maxProcessBytes = 512 * 1024 * 1024

interface JobOptions {
  /** Key for cost estimates, see `kindOf`. */
  kind: string
  /** Milliseconds from the start of the read. */
  timeLimit: number
  /** The address of the client; '' for work of the server itself. */
  client: string
}

interface Job extends JobOptions {
  run: (reader: Remote<ReaderServices>) => Promise<unknown>
  resolve: (result: never) => void
  reject: (error: Error) => void
}

interface Member {
  process: ReaderProcess
  isReady: boolean
  /** Time at which the job started, or at which the process became idle. */
  since: number
  job: Job | undefined
  /** Whether its read was not known to be slow when it started. */
  isFirstTurn: boolean
}

/**
 * Runs reads of views in child processes: an admin can write any query, and only killing the process interrupts SQLite. A process
 * that exceeds its time or memory limit is killed. Processes start on demand and end when idle.
 *
 * While reads of other clients wait for a process, a read that was not known to be slow has a short first turn: then its process is
 * killed, its kind counts as slow, and it waits to run again. So endless reads of many addresses delay the first reads of others by
 * their turns, and not by their time limits.
 */
export class ProcessPool {
  readonly #start: () => ReaderProcess
  readonly #work: WorkMeter
  readonly #members = new Set<Member>()
  readonly #estimates = new ReadCostEstimates()
  readonly #queue: FairQueue<Job>
  #checks: NodeJS.Timeout | undefined

  /** @param work the recent work by client, which decides whose read is next */
  constructor(config: Config, versions: Versions, work: WorkMeter) {
    this.#work = work
    this.#queue = new FairQueue(work)
    this.#start = () => new ReaderProcess(config, versions)
  }

  /** Number of reads that wait for a process. */
  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Runs a read in a process.
   * @param run calls a service of the process
   * @throws ReadRejectedError if the read exceeds its time or memory limit, or no process becomes free in time
   */
  run<Result>(run: (reader: Remote<ReaderServices>) => Promise<Result>, options: JobOptions): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.add(options.client, { ...options, run, resolve, reject })
      this.#assign()
    })
  }

  /** Rejects all reads and kills all processes. */
  async close(): Promise<void> {
    clearInterval(this.#checks)
    for (const { reject } of this.#queue.takeLate(Number.NEGATIVE_INFINITY)) reject(new ReadRejectedError('overloaded'))
    const ended = [...this.#members].map(({ process }) => process.ended)
    for (const member of this.#members) this.#end(member)
    await Promise.all(ended)
  }

  /** Whether earlier reads of this kind are known not to be slow. */
  #isProven = ({ kind }: Job): boolean => ['quick', 'medium'].includes(this.#estimates.of(kind))

  #isSlow = ({ kind }: Job): boolean => this.#estimates.of(kind) === 'slow'

  #assign(): void {
    while (this.#queue.has(this.#canRun)) {
      const member = [...this.#members].find(({ isReady, job }) => isReady && !job)
      if (!member) {
        const starting = [...this.#members].filter(({ isReady }) => !isReady).length
        if (this.#members.size < maxProcesses && starting < this.#queue.size) this.#add()
        break
      }
      const job = this.#queue.take(this.#canRun)
      if (job) void this.#run(member, job)
    }
    if (this.#members.size > 0) this.#checks ??= setInterval(() => this.#check(), checkIntervalMs).unref()
  }

  /** Whether a read can run beside the others, or beside all but one of them. */
  #canRun = (job: Job, except?: Job): boolean => {
    const running = [...this.#members].flatMap(({ job: other }) => (other && other !== except ? [other] : []))
    const isOwn = ({ client }: Job) => client === job.client
    if (running.length >= maxProcesses || running.filter(isOwn).length >= maxPerClient) return false
    if (this.#isProven(job)) return true
    const unproven = running.filter(other => !this.#isProven(other))
    if (this.#isSlow(job) && unproven.filter(this.#isSlow).length >= maxSlow) return false
    return unproven.length < maxUnproven && unproven.filter(isOwn).length < maxUnprovenPerClient
  }

  /** Whether a read runs where a waiting read of another client could run. */
  #delaysOthers(job: Job): boolean {
    return this.#queue.has(other => other.client !== job.client && !this.#canRun(other) && this.#canRun(other, job))
  }

  #add(): void {
    const member: Member = { process: this.#start(), isReady: false, since: performance.now(), job: undefined, isFirstTurn: true }
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
    member.isFirstTurn = !this.#isSlow(job)
    member.since = performance.now()
    try {
      const result = await job.run(member.process.remote)
      if (member.job !== job) return
      this.#estimates.learn(job.kind, performance.now() - member.since)
      this.#work.add([job.client], performance.now() - member.since)
      job.resolve(result as never)
    } catch (error) {
      if (member.job !== job) return
      job.reject(error instanceof Error ? error : new Error(String(error)))
    }
    member.job = undefined
    member.since = performance.now()
    this.#assign()
  }

  #check(): void {
    const now = performance.now()
    for (const member of this.#members) {
      const { process, job, since, isReady, isFirstTurn } = member
      if (job && now - since > job.timeLimit) this.#kill(member, 'tooSlow')
      else if (job && process.memory > maxProcessBytes) this.#kill(member, 'tooLarge')
      else if (job && isFirstTurn && now - since > firstTurnMs && this.#delaysOthers(job)) this.#endTurn(member, job)
      else if (!job && isReady && now - since > maxIdleMs) this.#end(member)
    }
    for (const { reject } of this.#queue.takeLate(maxWaitMs)) reject(new ReadRejectedError('overloaded'))
    this.#assign()
    if (this.#members.size > 0 || this.#queue.size > 0) return
    clearInterval(this.#checks)
    this.#checks = undefined
  }

  #kill(member: Member, reason: ReadRejectedError['reason']): void {
    const { job } = member
    if (job) {
      this.#estimates.learn(job.kind, job.timeLimit)
      this.#work.add([job.client], performance.now() - member.since)
      job.reject(new ReadRejectedError(reason))
    }
    this.#end(member)
  }

  /** Kills the process of a read, which waits as a slow one, and starts another process for the read whose turn it is. */
  #endTurn(member: Member, job: Job): void {
    this.#estimates.learnSlow(job.kind)
    this.#work.add([job.client], performance.now() - member.since)
    // The read is not rejected when its process ends.
    member.job = undefined
    this.#end(member)
    this.#queue.add(job.client, job)
    this.#add()
  }

  #end(member: Member): void {
    this.#members.delete(member)
    member.process.kill()
  }
}
