import { isDue, nextRun, parseSchedule } from '@coffer/schema'
import { Rejection } from '../errors/Rejection.ts'
import type { Remote } from '../runtime/Remote.ts'
import type { CodeHost } from './CodeHost.ts'
import type { HookService } from './hookService.ts'
import type { JobOutcome } from './process/messages.ts'
import type { JobRun } from './storedJobRuns.ts'

interface JobParts {
  host: Pick<CodeHost, 'code' | 'runJob' | 'statistics'>
  store: Pick<Remote<{ hooks: HookService }>['hooks'], 'jobRuns' | 'saveJobRun'>
  warn: (message: string, error: unknown) => void
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

/** Runs the jobs in the folder of hooks. No job runs twice at the same time. */
export class Jobs {
  readonly #parts: JobParts
  readonly #running = new Map<string, Promise<void>>()

  constructor(parts: JobParts) {
    this.#parts = parts
  }

  /** Starts the jobs that are due in a minute, unless they are still running. */
  runDue(moment: Date): void {
    for (const { name, cron } of this.#parts.host.code.jobs) {
      if (!isDue(parseSchedule(cron), moment)) continue
      if (this.#running.has(name))
        this.#parts.warn(`The job ${name} was not started.`, new Error('Its previous run has not ended.'))
      else this.#start(name)
    }
  }

  /**
   * Starts a job. Resolves once it runs.
   * @throws Rejection if there is no such job, or if it runs already
   */
  start(name: string): void {
    if (!this.#parts.host.code.jobs.some(job => job.name === name)) throw new Rejection('missing')
    if (this.#running.has(name)) throw new Rejection('conflict', { message: `The job ${name} is already running.` })
    this.#start(name)
  }

  /** Lists all jobs with their last runs. */
  async list(): Promise<JobState[]> {
    const runs = await this.#parts.store.jobRuns()
    return this.#parts.host.code.jobs.map(job => ({
      ...job,
      isRunning: this.#running.has(job.name),
      next: nextRun(parseSchedule(job.cron), new Date())?.getTime(),
      lastRun: Object.hasOwn(runs, job.name) ? runs[job.name] : undefined,
    }))
  }

  /** Waits for the runs to be stored. Their processes have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #start(name: string): void {
    const run = this.#run(name)
      .catch(error => this.#parts.warn(`The run of the job ${name} could not be stored.`, error))
      .finally(() => this.#running.delete(name))
    this.#running.set(name, run)
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
    await store.saveJobRun(name, { started, durationMs, output, ...(error !== undefined && { error }) }, known)
  }
}
