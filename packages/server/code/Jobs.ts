import { randomUUID } from 'node:crypto'
import { isDue, nextRun, parseSchedule } from '@coffer/schema'
import { Rejection } from '../errors/Rejection.ts'
import type { Remote } from '../runtime/Remote.ts'
import type { CodeHost } from './CodeHost.ts'
import type { HookService } from './hookService.ts'
import { maxTextLength } from './maxTextLength.ts'
import type { JobOutcome } from './process/messages.ts'
import type { JobRun } from './storedJobRuns.ts'

/** Operations on the jobs that the nodes of a database have claimed. A claim lasts for a minute. */
interface JobClaims {
  /** Claims a job, or claims it again. Returns false if another holder has it. */
  claimJob: (job: string, holder: string) => Promise<boolean>
  releaseJob: (job: string, holder: string) => Promise<void>
  /** Lists the jobs that any node has claimed. */
  claimedJobs: () => Promise<string[]>
}

/** Interval at which a running job is claimed again. */
const claimIntervalMs = 15_000

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
      lastRun: Object.hasOwn(runs, job.name) ? runs[job.name] : undefined,
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
    const claimed = this.#parts.claims?.claimJob(name, this.#holder) ?? Promise.resolve(true)
    // Entered before the claim has succeeded, because the same node can claim a job again.
    const run = this.#runClaimed(name, claimed).finally(() => this.#running.delete(name))
    this.#running.set(name, run)
    return claimed
  }

  async #runClaimed(name: string, claimed: Promise<boolean>): Promise<void> {
    // The caller of `#start` handles the error.
    if (!(await claimed.catch(() => false))) return
    const release = this.#keepClaimed(name)
    if (!this.#isStopping)
      await this.#run(name).catch(error => this.#parts.warn(`The run of the job ${name} could not be stored.`, error))
    await release()
  }

  /** Keeps a job claimed, because it can run for longer than a claim lasts. Returns a function that releases it. */
  #keepClaimed(name: string): () => Promise<void> {
    const { claims } = this.#parts
    if (!claims) return async () => undefined
    let renewing: Promise<void> | undefined
    const renew = async () => {
      await claims.claimJob(name, this.#holder).catch(() => undefined)
      renewing = undefined
    }
    const timer = setInterval(() => {
      // One at a time, because the release waits for all claims that were sent before it.
      renewing ??= renew()
    }, claimIntervalMs).unref()
    return async () => {
      clearInterval(timer)
      await renewing
      // A claim that cannot be released ends within a minute.
      await claims.releaseJob(name, this.#holder).catch(() => undefined)
    }
  }

  async #run(name: string): Promise<void> {
    const { host, store, warn } = this.#parts
    const started = Date.now()
    const begin = performance.now()
    const { output, error } = await host.runJob(name).catch((lost): JobOutcome => ({ output: '', error: String(lost) }))
    const durationMs = Math.round(performance.now() - begin)
    host.statistics.count(`job ${name}`, durationMs, error)
    if (error !== undefined) warn(`The job ${name} failed.`, new Error(error))
    const known = host.code.jobs.map(job => job.name)
    const run = { started, durationMs, output, ...(error !== undefined && { error: error.slice(0, maxTextLength) }) }
    await store.saveJobRun(name, run, known)
  }
}
