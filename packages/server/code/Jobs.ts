import { randomUUID } from 'node:crypto'
import { ownValue } from '@coffer/fields/ownValue'
import { isDue, nextRun, parseSchedule } from '@coffer/schema'
import { Rejection } from '../errors/Rejection.ts'
import type { Remote } from '../runtime/Remote.ts'
import { maxTextLength } from './CodeError.ts'
import type { CodeHost } from './CodeHost.ts'
import type { HookService } from './hookService.ts'
import { JobClaim, type JobClaims, type JobRight } from './JobClaim.ts'
import type { JobOutcome } from './process/messages.ts'
import type { JobRun } from './storedJobRuns.ts'

/** The claim of a job that no other server can run. */
const unshared = { isHeld: async () => true, release: async () => undefined }

/** A claim that has to be released after the run. */
type Claim = JobRight & Pick<JobClaim, 'release'>

interface JobParts {
  host: Pick<CodeHost, 'code' | 'runJob' | 'statistics'>
  store: Pick<Remote<{ hooks: HookService }>['hooks'], 'jobRuns' | 'saveJobRun'>
  warn: (message: string, error: unknown) => void
  /** Keeps other nodes from running the same jobs; undefined if this is the only server of its database. */
  claims?: JobClaims
}

/** A job as admins see it. */
export interface JobState {
  name: string
  file: string
  cron: string
  isRunning: boolean
  /** When it runs next, in milliseconds since 1970; undefined if its schedule never does. */
  next?: number | undefined
  lastRun?: JobRun | undefined
}

/** Runs the jobs in the folder of hooks. No job runs twice at the same time, at any node. */
export class Jobs {
  readonly #parts: JobParts
  readonly #running = new Map<string, Promise<void>>()
  /** The holder of the claims. It outlives the writer thread, which can be replaced while jobs run. */
  readonly #holder = randomUUID()
  #isStopping = false

  constructor(parts: JobParts) {
    this.#parts = parts
  }

  /** Starts the jobs that are due in a minute, unless they are still running. */
  runDue(moment: Date): void {
    for (const { name, cron } of this.#parts.host.code.jobs) {
      if (!isDue(parseSchedule(cron), moment)) continue
      void this.#startDue(name)
    }
  }

  /**
   * Starts a job. Resolves once it runs.
   * @throws Rejection if there is no such job, or if it runs already
   */
  async start(name: string): Promise<void> {
    if (!this.#parts.host.code.jobs.some(job => job.name === name)) throw new Rejection('missing')
    if (!(await this.#start(name))) throw new Rejection('conflict', { message: `The job ${name} is already running.` })
  }

  /** Lists all jobs with their last runs. */
  async list(): Promise<JobState[]> {
    const { store, claims } = this.#parts
    const [runs, claimed = []] = await Promise.all([store.jobRuns(), claims?.claimedJobs()])
    return this.#parts.host.code.jobs.map(job => ({
      ...job,
      isRunning: this.#running.has(job.name) || claimed.includes(job.name),
      next: nextRun(parseSchedule(job.cron), new Date())?.getTime(),
      lastRun: ownValue(runs, job.name),
    }))
  }

  /** Starts no job from now on, also if its claim succeeds later. The processes of hooks are about to end. */
  stop(): void {
    this.#isStopping = true
  }

  /** Waits for the runs to be stored. Their processes have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #startDue(name: string): Promise<void> {
    try {
      if (!(await this.#start(name))) throw new Error('Its previous run has not ended.')
    } catch (error) {
      this.#parts.warn(`The job ${name} was not started.`, error)
    }
  }

  /**
   * Starts a job. Returns false if it runs already, here or at another node.
   * @throws Error if the job cannot be claimed
   */
  async #start(name: string): Promise<boolean> {
    if (this.#running.has(name)) return false
    const { claims } = this.#parts
    const claimed: Promise<Claim | undefined> = claims ? JobClaim.take(claims, name, this.#holder) : Promise.resolve(unshared)
    // Entered before the claim has succeeded, because the same node can claim a job again.
    const run = this.#runClaimed(name, claimed).finally(() => this.#running.delete(name))
    this.#running.set(name, run)
    return (await claimed) !== undefined
  }

  async #runClaimed(name: string, claimed: Promise<Claim | undefined>): Promise<void> {
    // The caller of `#start` handles the error.
    const claim = await claimed.catch(() => undefined)
    if (!claim) return
    if (!this.#isStopping)
      await this.#run(name, claim).catch(error => this.#parts.warn(`The run of the job ${name} could not be stored.`, error))
    await claim.release()
  }

  async #run(name: string, claim: Claim): Promise<void> {
    const { host, store, warn } = this.#parts
    const started = Date.now()
    const begin = performance.now()
    const { output, error } = await host.runJob(name, claim).catch((lost): JobOutcome => ({ output: '', error: String(lost) }))
    const durationMs = Math.round(performance.now() - begin)
    host.statistics.count(`job ${name}`, durationMs, error)
    if (error !== undefined) warn(`The job ${name} failed.`, new Error(error))
    const known = host.code.jobs.map(job => job.name)
    const run = { started, durationMs, output, ...(error !== undefined && { error: error.slice(0, maxTextLength) }) }
    await store.saveJobRun(name, run, known)
  }
}
