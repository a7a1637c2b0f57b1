import { setTimeout as wait } from 'node:timers/promises'
import type { ComposedMail } from '../messages/Mail.ts'
import type { MailOrder } from '../messages/MailOrder.ts'
import { Semaphore } from '../runtime/Semaphore.ts'
import { deliver } from './deliver.ts'
import { MailError } from './MailError.ts'

/** What mails need of the rest of the server. */
export interface MailParts {
  /** Makes up a mail as of now; undefined when it is no longer wanted. */
  compose: (order: MailOrder) => Promise<ComposedMail | undefined>
  /** Remembers that a mail was taken. */
  noteSent: (order: MailOrder) => Promise<void>
  warn: (message: string, error: unknown) => void
}

/** Milliseconds. */
export interface MailTimes {
  /** How long a step of the conversation with a mail server may take. */
  patience: number
  /** How long to wait after each attempt in vain; there is one attempt more than pauses. */
  pauses: readonly number[]
}

const usualTimes: MailTimes = { patience: 20_000, pauses: [1_000, 10_000, 60_000, 300_000] }

/** How many mails are on their way at the same time. */
const atOnce = 5
/** How many may wait: more can only be an attack, or a mail server that has long been away. */
const mostWaiting = 1_000
/** Milliseconds that mails on their way get when the server stops. */
const lastChance = 1_500

/** What a mail is, in words for the log: never to whom, as addresses do not belong there. Two with the same name are one. */
const nameOf = (order: MailOrder): string => {
  switch (order.mail) {
    case 'test':
      return `test mail (${order.template})`
    case 'adminPasswordReset':
      return `password reset mail of administrator ${order.adminId}`
    case 'loginAlert':
      return `sign-in alert of ${order.collectionId}/${order.recordId}`
    case 'emailChange':
      return `email change mail of ${order.collectionId}/${order.recordId}`
    case 'passwordReset':
      return `password reset mail of ${order.collectionId}/${order.recordId}`
    case 'verification':
      return `verification mail of ${order.collectionId}/${order.recordId}`
  }
}

interface Job {
  work: Promise<void>
  /** Ends the pause that it makes. */
  hurry: () => void
}

/** Sends mails: at once and telling how it went, or in the background with more attempts when the mail server cannot take them. */
export class MailQueue {
  readonly #parts: MailParts
  readonly #times: MailTimes
  readonly #jobs = new Map<string, Job>()
  readonly #semaphore = new Semaphore({ maxConcurrent: atOnce })
  /** Those that somebody waits for do not stand in the line of those that nobody does. */
  readonly #urgent = new Semaphore({ maxConcurrent: atOnce })
  readonly #stop = new AbortController()
  #isClosing = false

  constructor(parts: MailParts, times: MailTimes = usualTimes) {
    this.#parts = parts
    this.#times = times
  }

  /**
   * Sends a mail and waits until the mail server has it.
   * @throws MailError when it does not take it
   */
  async send(order: MailOrder): Promise<void> {
    await this.#urgent.run(() => this.#attempt(order))
  }

  /** Sends a mail some time soon. One that is on its way already is not sent twice; asking again only ends its pause. */
  add(order: MailOrder): void {
    const name = nameOf(order)
    const known = this.#jobs.get(name)
    if (known) known.hurry()
    else if (this.#isClosing || this.#jobs.size >= mostWaiting)
      this.#giveUp(name, new MailError('Too many mails are waiting.', true))
    else this.#begin(name, order)
  }

  /** Lets what is on its way arrive if it does soon, and gives up the rest. */
  async close(): Promise<void> {
    this.#isClosing = true
    const jobs = [...this.#jobs.values()]
    for (const { hurry } of jobs) hurry()
    const cut = setTimeout(() => this.#stop.abort(), lastChance)
    await Promise.all(jobs.map(({ work }) => work))
    clearTimeout(cut)
    this.#stop.abort()
  }

  #begin(name: string, order: MailOrder): void {
    let pause = new AbortController()
    const rest = async (milliseconds: number) => {
      pause = new AbortController()
      await wait(milliseconds, undefined, { signal: pause.signal }).catch(() => undefined)
    }
    const work = this.#persist(name, order, rest).finally(() => this.#jobs.delete(name))
    this.#jobs.set(name, { work, hurry: () => pause.abort() })
  }

  async #persist(name: string, order: MailOrder, rest: (milliseconds: number) => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#semaphore.run(() => this.#attempt(order))
        return
      } catch (error) {
        const pause = this.#times.pauses[attempt]
        const isFinal = error instanceof MailError && error.isFinal
        if (pause === undefined || isFinal || this.#isClosing) return this.#giveUp(name, error)
        await rest(pause)
        if (this.#isClosing) return this.#giveUp(name, error)
      }
    }
  }

  async #attempt(order: MailOrder): Promise<void> {
    const composed = await this.#parts.compose(order)
    if (!composed) return
    await deliver(composed, this.#times.patience, this.#stop.signal)
    await this.#parts
      .noteSent(order)
      .catch(error => this.#parts.warn(`It could not be stored that the ${nameOf(order)} was sent.`, error))
  }

  #giveUp(name: string, error: unknown): void {
    this.#parts.warn(`The ${name} could not be sent.`, error)
  }
}
