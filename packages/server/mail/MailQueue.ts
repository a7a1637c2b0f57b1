import { setTimeout as wait } from 'node:timers/promises'
import type { Effect } from '../messages/Effect.ts'
import type { ComposedMail } from '../messages/Mail.ts'
import type { MailJob } from '../messages/MailJob.ts'
import { Semaphore } from '../runtime/Semaphore.ts'
import { MailError } from './MailError.ts'

/** The dependencies of the mail queue. */
export interface MailParts {
  /** Composes a mail from the current data; undefined if it is no longer needed. */
  compose: (job: MailJob) => Promise<ComposedMail | undefined>
  /** Records that a mail was accepted. Returns the effects of that change. */
  recordMailSent: (job: MailJob) => Promise<readonly Effect[]>
  warn: (message: string, error: unknown) => void
}

/** Times in milliseconds. */
export interface MailTimeLimits {
  /** Timeout of each step of the SMTP dialog. */
  timeoutMs: number
  /** Delays after failed attempts. There is one more attempt than delays. */
  retryDelaysMs: readonly number[]
}

const defaultTimeLimits: MailTimeLimits = { timeoutMs: 20_000, retryDelaysMs: [1_000, 10_000, 60_000, 300_000] }

/** Maximum number of mails that are sent at the same time. */
const maxConcurrentDeliveries = 5
/** Maximum number of waiting mails. More are caused by an attack or a mail server that has been down for long. */
const maxWaitingMails = 1_000
/** Time in milliseconds that running deliveries get when the server stops. */
const closeTimeoutMs = 1_500

/** Returns the log name of a mail, without the address of the recipient. Equal names mean the same mail. */
const logNameOf = (job: MailJob): string => {
  switch (job.mail) {
    case 'test':
      return `test mail (${job.template})`
    case 'adminPasswordReset':
      return `password reset mail of administrator ${job.adminId}`
    case 'loginAlert':
      return `sign-in alert of ${job.collectionId}/${job.recordId}`
    case 'emailChange':
      return `email change mail of ${job.collectionId}/${job.recordId}`
    case 'passwordReset':
      return `password reset mail of ${job.collectionId}/${job.recordId}`
    case 'verification':
      return `verification mail of ${job.collectionId}/${job.recordId}`
  }
}

/**
 * Delivers a mail to the SMTP server of the settings, or to the sendmail program if none is configured.
 * @param timeoutMs timeout of each step of the SMTP dialog in milliseconds; the total timeout is three times as long
 * @throws MailError
 */
const deliver = async (composed: ComposedMail, timeoutMs: number, stopped: AbortSignal): Promise<void> => {
  const tooLong = AbortSignal.timeout(timeoutMs * 3)
  const signal = AbortSignal.any([stopped, tooLong])
  try {
    if (composed.smtp.enabled) await (await import('./sendBySmtp.ts')).sendBySmtp(composed, timeoutMs, signal)
    else await (await import('./sendBySendmail.ts')).sendBySendmail(composed.mail, signal)
  } catch (error) {
    if (stopped.aborted) throw new MailError('The server was stopped while the mail was on its way.', true)
    throw tooLong.aborted ? new MailError('The mail server did not take the mail in time.', false) : error
  }
}

interface Job {
  work: Promise<void>
  /** Ends its current delay. */
  skipDelay: () => void
}

/** Sends mails: immediately with the result, or in the background with retries. */
export class MailQueue {
  readonly #parts: MailParts
  readonly #times: MailTimeLimits
  readonly #jobs = new Map<string, Job>()
  readonly #semaphore = new Semaphore({ maxConcurrent: maxConcurrentDeliveries })
  /** Mails that a request waits for have their own queue, so a backlog of background mails cannot delay them. */
  readonly #urgent = new Semaphore({ maxConcurrent: maxConcurrentDeliveries })
  readonly #stop = new AbortController()
  /** Called with the effects of recording that a mail was sent. A property, because effects can queue mails themselves. */
  onEffects: (effects: readonly Effect[]) => void = () => undefined
  #isClosing = false

  constructor(parts: MailParts, times: MailTimeLimits = defaultTimeLimits) {
    this.#parts = parts
    this.#times = times
  }

  /**
   * Sends a mail and waits until the mail server has accepted it.
   * @throws MailError if the mail server rejects it
   */
  async send(job: MailJob): Promise<void> {
    await this.#urgent.run(() => this.#attempt(job))
  }

  /** Sends a mail in the background. A mail that is already queued is not sent twice; its current delay ends. */
  add(job: MailJob): void {
    const name = logNameOf(job)
    const known = this.#jobs.get(name)
    if (known) known.skipDelay()
    else if (this.#isClosing || this.#jobs.size >= maxWaitingMails)
      this.#giveUp(name, new MailError('Too many mails are waiting.', true))
    else this.#begin(name, job)
  }

  /** Number of mails in the background that have not been sent yet. */
  get size(): number {
    return this.#jobs.size
  }

  /** Waits a short time for running deliveries and drops the other mails. */
  async close(): Promise<void> {
    this.#isClosing = true
    const jobs = [...this.#jobs.values()]
    for (const { skipDelay } of jobs) skipDelay()
    const cut = setTimeout(() => this.#stop.abort(), closeTimeoutMs)
    await Promise.all(jobs.map(({ work }) => work))
    clearTimeout(cut)
    this.#stop.abort()
  }

  #begin(name: string, job: MailJob): void {
    let pause = new AbortController()
    const waitForDelay = async (milliseconds: number) => {
      pause = new AbortController()
      await wait(milliseconds, undefined, { signal: pause.signal }).catch(() => undefined)
    }
    const work = this.#sendWithRetries(name, job, waitForDelay).finally(() => this.#jobs.delete(name))
    this.#jobs.set(name, { work, skipDelay: () => pause.abort() })
  }

  async #sendWithRetries(name: string, job: MailJob, waitForDelay: (milliseconds: number) => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#semaphore.run(() => this.#attempt(job))
        return
      } catch (error) {
        const pause = this.#times.retryDelaysMs[attempt]
        const isFinal = error instanceof MailError && error.isFinal
        if (pause === undefined || isFinal || this.#isClosing) return this.#giveUp(name, error)
        await waitForDelay(pause)
        if (this.#isClosing) return this.#giveUp(name, error)
      }
    }
  }

  async #attempt(job: MailJob): Promise<void> {
    const composed = await this.#parts.compose(job)
    if (!composed) return
    await deliver(composed, this.#times.timeoutMs, this.#stop.signal)
    try {
      this.onEffects(await this.#parts.recordMailSent(job))
    } catch (error) {
      this.#parts.warn(`It could not be stored that the ${logNameOf(job)} was sent.`, error)
    }
  }

  #giveUp(name: string, error: unknown): void {
    this.#parts.warn(`The ${name} could not be sent.`, error)
  }
}
