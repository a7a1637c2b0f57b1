import { setTimeout as wait } from 'node:timers/promises'
import type { DataEvent } from '../db/commits.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import { Semaphore } from '../runtime/Semaphore.ts'
import { deliver, maxDeliverySteps } from './deliver.ts'
import type { MailHooks, MailJob } from './MailJob.ts'
import { MailError } from './MailJob.ts'
import { mailName } from './mailName.ts'
import type { MailService } from './mailService.ts'
import type { ClaimedMails, MailOutcome, QueuedMail } from './QueuedMail.ts'
import { mailQueued } from './queuedMails.ts'

/** The dependencies of the mail queue. */
export interface MailParts {
  store: MailService
  /** Hooks around each delivery; absent if there are none. */
  hooks?: MailHooks | undefined
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
/** Time in milliseconds that running deliveries get when the server stops. */
const closeTimeoutMs = 1_500
/** Time in milliseconds for which a mail stays claimed in addition to its delivery, to compose it and to record the outcome. */
const claimReserveMs = 60_000
/** Delay in milliseconds after the database could not be used. */
const storeRetryMs = 1_000
/** Maximum delay of the timer in milliseconds, because the clock by which mails are due can be set. */
const maxTimerMs = 60 * 60_000

/** Sends mails: immediately with the result, or from the queue in the database, with retries. */
export class MailQueue implements EventConsumer {
  readonly #store: MailService
  readonly #hooks: MailHooks
  readonly #warn: MailParts['warn']
  readonly #times: MailTimeLimits
  /** The deliveries of claimed mails by id. */
  readonly #running = new Map<number, Promise<void>>()
  readonly #adding = new Set<Promise<void>>()
  /** Mails that a request waits for have their own places, so a backlog of background mails cannot delay them. */
  readonly #urgent = new Semaphore({ maxConcurrent: maxConcurrentDeliveries })
  readonly #stop = new AbortController()
  #size = 0
  #isFirstClaim = true
  #claiming: Promise<void> | undefined
  #claimsAgain = false
  /** Whether the last claim failed, which is logged only once. */
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined
  /** Changes of the queue run one by one, because simultaneous ones would conflict on PostgreSQL. */
  readonly #changes = new Semaphore({ maxConcurrent: 1 })
  #isClosing = false

  constructor({ store, warn, hooks = (composed, send) => send(composed) }: MailParts, times: MailTimeLimits = defaultTimeLimits) {
    this.#store = store
    this.#hooks = hooks
    this.#warn = warn
    this.#times = times
  }

  consume(event: DataEvent): void {
    if (mailQueued.is(event)) this.wake()
  }

  recover(): void {
    this.wake()
  }

  /**
   * Sends a mail and waits until the mail server has accepted it.
   * @throws MailError if the mail server rejects it
   */
  async send(job: MailJob): Promise<void> {
    await this.#urgent.run(async () => {
      if (!(await this.#deliver(job))) return
      try {
        await this.#store.recordSent(job)
      } catch (error) {
        this.#warn(`It could not be stored that the ${mailName(job)} was sent.`, error)
      }
    })
  }

  /**
   * Sends a mail even if it seems no longer needed, and does not record it, so that the next one is not delayed. It changes no data,
   * so it can be sent while a transaction is open.
   * @throws MailError if the mail server rejects it, Error if its record or admin does not exist with this email
   */
  async sendAnyway(job: MailJob): Promise<void> {
    if (await this.#deliver(job, { isNeeded: true })) return
    throw new Error('The mail was not sent: there is no such record or admin with this email.')
  }

  /** Adds a mail to the queue that no request has stored. Resolves once it is stored. */
  add(job: MailJob): Promise<void> {
    return this.#track(job, this.#add(job))
  }

  /** Adds a mail to the queue, or sends it at once if it cannot be stored, for example because the disk is full. */
  addOrSend(job: MailJob): Promise<void> {
    return this.#track(
      job,
      this.#add(job).catch(() => this.send(job)),
    )
  }

  /** Sends the mails that are due. Called at the start, and when a mail was stored in the queue. */
  wake(): void {
    if (this.#isClosing) return
    this.#claimsAgain = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      // A mail can be stored between the last claim and this callback.
      if (this.#claimsAgain) this.wake()
    })
  }

  /** Number of mails in the queue that have not been sent yet. */
  get size(): number {
    return this.#size
  }

  /** Waits a short time for running deliveries. Mails that are not sent stay in the queue. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    const cut = setTimeout(() => this.#stop.abort(), closeTimeoutMs)
    await Promise.all([...this.#adding, this.#claiming])
    await Promise.all(this.#running.values())
    clearTimeout(cut)
    this.#stop.abort()
  }

  async #add(job: MailJob): Promise<void> {
    if (!(await this.#store.queue(job))) throw new Error('Too many mails are waiting.')
  }

  /** Makes `close` wait for work. Logs its failure. */
  #track(job: MailJob, adding: Promise<void>): Promise<void> {
    const work = adding.catch(error => this.#giveUp(mailName(job), error)).finally(() => this.#adding.delete(work))
    this.#adding.add(work)
    return work
  }

  async #claimAll(): Promise<void> {
    while (this.#claimsAgain && !this.#isClosing) {
      this.#claimsAgain = false
      try {
        this.#startAll(await this.#claim())
        this.#hasFailed = false
      } catch (error) {
        if (!this.#hasFailed) this.#warn('The queue of mails could not be read. It is tried again every second.', error)
        this.#hasFailed = true
        this.#wakeIn(storeRetryMs)
      }
    }
  }

  #claim(): Promise<ClaimedMails> {
    return this.#changes.run(async () => {
      const claimed = await this.#store.claim({
        limit: maxConcurrentDeliveries - this.#running.size,
        running: [...this.#running.keys()],
        durationMs: this.#times.timeoutMs * maxDeliverySteps + claimReserveMs,
        isFirst: this.#isFirstClaim,
      })
      this.#isFirstClaim = false
      return claimed
    })
  }

  #startAll({ mails, nextDue, size, expired }: ClaimedMails): void {
    this.#size = size
    if (expired > 0) this.#warn(`${expired} mails were discarded.`, new Error('They were queued more than a day ago.'))
    for (const mail of mails) {
      const work = this.#process(mail).finally(() => {
        this.#running.delete(mail.id)
        this.wake()
      })
      this.#running.set(mail.id, work)
    }
    // While all places are taken, the end of a delivery wakes the queue.
    if (nextDue !== undefined && this.#running.size < maxConcurrentDeliveries) this.#wakeIn(nextDue - Date.now())
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.min(milliseconds, maxTimerMs)).unref()
  }

  async #process(mail: QueuedMail): Promise<void> {
    const outcome = await this.#attempt(mail)
    try {
      await this.#settle(mail, outcome)
      if (outcome.kind !== 'postponed') this.#size -= 1
    } catch (error) {
      this.#warn(`It could not be stored what became of the ${mail.name}.`, error)
    }
  }

  async #attempt(mail: QueuedMail): Promise<MailOutcome> {
    if (mail.attempts > this.#times.retryDelaysMs.length + 1) {
      this.#giveUp(mail.name, new Error('The server ended during each attempt.'))
      return { kind: 'dropped' }
    }
    try {
      const { claimedUntil } = mail
      return { kind: (await this.#deliver(JSON.parse(mail.job), { claimedUntil })) ? 'sent' : 'dropped' }
    } catch (error) {
      if (this.#stop.signal.aborted) return { kind: 'postponed', due: Date.now(), attempts: mail.attempts - 1 }
      const delay = this.#times.retryDelaysMs[mail.attempts - 1]
      if (delay !== undefined && !(error instanceof MailError && error.isFinal))
        return { kind: 'postponed', due: Date.now() + delay, attempts: mail.attempts }
      this.#giveUp(mail.name, error)
      return { kind: 'dropped' }
    }
  }

  /** Composes and delivers a mail. Returns false if it is no longer needed. */
  async #deliver(job: MailJob, { isNeeded = false, claimedUntil = Number.POSITIVE_INFINITY } = {}): Promise<boolean> {
    const composed = await this.#store.compose(job, isNeeded)
    if (!composed) return false
    if (Date.now() + this.#times.timeoutMs * maxDeliverySteps > claimedUntil)
      throw new MailError('It took too long to compose the mail.', false)
    await this.#hooks(composed, hooked => deliver(hooked, this.#times.timeoutMs, this.#stop.signal))
    return true
  }

  /** Records the outcome. While the database cannot be used, it tries again until the claim ends. */
  async #settle(mail: QueuedMail, outcome: MailOutcome): Promise<void> {
    for (;;) {
      try {
        return await this.#changes.run(() => this.#store.settle(mail, outcome))
      } catch (error) {
        if (this.#isClosing || Date.now() + storeRetryMs > mail.claimedUntil) throw error
        await wait(storeRetryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
      }
    }
  }

  #giveUp(name: string, error: unknown): void {
    this.#warn(`The ${name} could not be sent.`, error)
  }
}
