import type { ClaimedJob } from '../db/engine.ts'
import { currentMoment, type Moment } from '../runtime/cache/lease.ts'

/** Operations on the jobs that the nodes of a database have claimed. A claim lasts for a minute. */
export interface JobClaims {
  /** Claims a job. Returns false if another holder has it. */
  claimJob: (job: string, holder: string) => Promise<boolean>
  /** Claims a job again. Returns false if another holder has claimed it since. */
  renewJob: (job: string, holder: string) => Promise<boolean>
  releaseJob: (job: string, holder: string) => Promise<void>
  /** Lists the jobs that any node has claimed. */
  claimedJobs: () => Promise<string[]>
}

/** The right to run a job, which another node can take over. */
export interface JobRight {
  /** Aborted when another node has claimed the job. Its reason says so. */
  lost?: AbortSignal
  /** The claim, which each change of data verifies; undefined if no other server can run the job. */
  claimed?: ClaimedJob
  /** Whether no other node can run the job at this moment. */
  isHeld: () => Promise<boolean>
}

/** Interval at which a running job is claimed again. */
const claimIntervalMs = 15_000
/** Time after a claim during which no other node can have the job. Shorter than a minute, because clocks can differ in speed. */
const heldMs = 55_000

/** Milliseconds since a moment, by the clock that advanced further, because only one clock runs while the machine is suspended. */
function millisecondsSince({ monotonicMs, wallMs }: Moment): number {
  const now = currentMoment()
  return Math.max(now.monotonicMs - monotonicMs, now.wallMs - wallMs)
}

/** The claim of a job that this node runs, which is renewed until it is released or lost. */
export class JobClaim implements JobRight {
  readonly #claims: JobClaims
  readonly claimed: ClaimedJob
  readonly #lost = new AbortController()
  #claimedAt: Moment
  #renewing: Promise<void> | undefined
  readonly #timer: NodeJS.Timeout

  private constructor(claims: JobClaims, claimed: ClaimedJob, claimedAt: Moment) {
    this.#claims = claims
    this.claimed = claimed
    this.#claimedAt = claimedAt
    this.#timer = setInterval(() => void this.#renew(), claimIntervalMs).unref()
  }

  /**
   * Claims a job. Returns undefined if another node has it.
   * @throws Error if the job cannot be claimed
   */
  static async take(claims: JobClaims, job: string, holder: string): Promise<JobClaim | undefined> {
    const claimedAt = currentMoment()
    return (await claims.claimJob(job, holder)) ? new JobClaim(claims, { job, holder }, claimedAt) : undefined
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** If the claim may have ended, as in a process that was suspended for a minute, asks the database. */
  async isHeld(): Promise<boolean> {
    if (this.#isCertain) return true
    await this.#renew()
    return this.#isCertain
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing
    // A claim that cannot be released ends within a minute.
    await this.#claims.releaseJob(this.claimed.job, this.claimed.holder).catch(() => undefined)
  }

  get #isCertain(): boolean {
    return !this.lost.aborted && millisecondsSince(this.#claimedAt) < heldMs
  }

  /** Claims the job again. One claim at a time, because the release waits for all claims that were sent before it. */
  #renew(): Promise<void> {
    if (this.lost.aborted) return Promise.resolve()
    this.#renewing ??= this.#claimAgain().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #claimAgain(): Promise<void> {
    const claimedAt = currentMoment()
    const isHeld = await this.#claims.renewJob(this.claimed.job, this.claimed.holder).catch(() => undefined)
    if (isHeld) this.#claimedAt = claimedAt
    if (isHeld !== false) return
    clearInterval(this.#timer)
    this.#lost.abort(new Error('Another node has taken over the job, because this one had not claimed it again for a minute.'))
  }
}
