import { ownValue } from '@coffer/fields/ownValue'
import { isDue, nextRun, parseSchedule } from '@coffer/schema'
import { maxTextLength } from '../code/CodeError.ts'
import type { HookService } from '../code/hookService.ts'
import type { JobRun } from '../code/storedJobRuns.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { Remote } from '../runtime/Remote.ts'
import type { Loaded } from './messages.ts'
import type { ScriptHost } from './ScriptHost.ts'

type Job = Loaded['jobs'][number]

interface JobParts {
  host: Pick<ScriptHost, 'jobs' | 'runJob'>
  store: Pick<Remote<{ hooks: HookService }>['hooks'], 'scriptJobRuns' | 'saveScriptJobRun'>
  warn: (message: string, error: unknown) => void
}

/** A job as admins see it, beside its handler. */
interface ScriptJobState {
  isRunning: boolean
  /** When it runs next, in milliseconds since 1970; undefined if its schedule never does. */
  next: number | undefined
  lastRun: JobRun | undefined
}

/** Runs the jobs of `pb_hooks`. A job that is due is started even while it is running, as in 0.22. */
export class ScriptJobs {
  readonly #parts: JobParts
  /** The number of calls of each job that run, by its id. */
  readonly #running = new Map<string, number>()
  /** The runs that are not stored yet. */
  readonly #runs = new Set<Promise<void>>()

  constructor(parts: JobParts) {
    this.#parts = parts
  }

  /** Starts the jobs that are due in a minute. */
  runDue(moment: Date): void {
    for (const job of this.#parts.host.jobs) if (isDue(parseSchedule(job.cron), moment)) this.#start(job)
  }

  /**
   * Starts a job, whether or not it is due.
   * @throws Rejection if there is no such job, or if it runs already
   */
  start(id: string): void {
    const job = this.#parts.host.jobs.find(other => other.id === id)
    if (!job) throw new Rejection('missing')
    if (this.#running.has(id)) throw new Rejection('conflict', { message: `The job ${id} is already running.` })
    this.#start(job)
  }

  /** Returns the state of each job by its id. */
  async states(): Promise<Map<string, ScriptJobState>> {
    // Read before the runs: a run that is stored in between must not seem to have ended without a result.
    const running = new Set(this.#running.keys())
    const runs = await this.#parts.store.scriptJobRuns()
    const stateOf = ({ id, cron }: Job): ScriptJobState => ({
      isRunning: running.has(id),
      next: nextRun(parseSchedule(cron), new Date())?.getTime(),
      lastRun: ownValue(runs, id),
    })
    return new Map(this.#parts.host.jobs.map(job => [job.id, stateOf(job)]))
  }

  /** Waits for the runs to be stored. Their threads have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#runs)
  }

  /** Starts a job. It is running until its run is stored, so that the former one is not taken for its result. */
  #start(job: Job): void {
    this.#addRunning(job.id, 1)
    const run: Promise<void> = this.#run(job)
      .catch(error => this.#parts.warn(`The run of the job ${job.id} of pb_hooks could not be stored.`, error))
      .finally(() => {
        this.#addRunning(job.id, -1)
        this.#runs.delete(run)
      })
    this.#runs.add(run)
  }

  #addRunning(id: string, added: 1 | -1): void {
    const count = (this.#running.get(id) ?? 0) + added
    if (count > 0) this.#running.set(id, count)
    else this.#running.delete(id)
  }

  async #run(job: Job): Promise<void> {
    const { host, store } = this.#parts
    const started = Date.now()
    const begin = performance.now()
    let output = ''
    const failure = await host.runJob(job, text => {
      output = `${output}${text}\n`.slice(-maxTextLength)
    })
    const error = failure?.slice(0, maxTextLength)
    const durationMs = Math.round(performance.now() - begin)
    const known = host.jobs.map(({ id }) => id)
    await store.saveScriptJobRun(job.id, { started, durationMs, output, ...(error !== undefined && { error }) }, known)
  }
}
