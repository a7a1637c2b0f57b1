import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { FairQueue } from '../runtime/clients/FairQueue.ts'
import type { Hold } from '../runtime/clients/Hold.ts'
import { EvaluationTooSlowError } from './DescribedEvents.ts'

/** Evaluations at the same time, without those that have given back their turns. More would occupy all reader threads. */
const maxConcurrent = 2

/** Milliseconds after which an evaluation gives its turn to those of other clients. */
const maxTurnMs = 1_000

/** The evaluation of a change for the subscriptions of one client. */
export interface Evaluation {
  client: Client
  /** The users for whom it counts in addition to the client, with their shares of its time. */
  users?: ReadonlyMap<string, number>
  /** The characters that it keeps in memory until its events are sent. */
  characters: number
  /** An estimate of the milliseconds that it takes. */
  costMs: number
  /**
   * Evaluates and sends. Returns the milliseconds that it took, and what resolves when the events are sent.
   * @param giveBack gives the turn to the evaluations of other clients, because this one waits for something else
   */
  run: (giveBack: () => void) => Promise<{ spentMs: number; sent: Promise<unknown> }>
  /** Called instead of `run` if the client has recently caused too much work, or if too many changes wait for it or for all. */
  skip: () => void
}

/**
 * Runs the evaluations of subscriptions with options, whose clients can choose expensive ones, in turns of the clients: a client with
 * many or slow subscriptions delays only itself. The evaluations of one client keep their order, and an evaluation that takes long or
 * waits for a process gives its turn to those of other clients.
 */
export class EvaluationTurns {
  readonly #clients: ClientLedger
  readonly #queue: FairQueue<{ evaluation: Evaluation; hold: Hold }>
  /** The addresses whose evaluations run. */
  readonly #running = new Set<string>()
  /** Number of turns that running evaluations have. */
  #taken = 0
  /** The estimated milliseconds of the waiting evaluations by address. */
  readonly #waitingMs = new Map<string, number>()
  readonly #warn: (error: unknown) => void

  constructor(clients: ClientLedger, warn: (error: unknown) => void) {
    this.#clients = clients
    this.#queue = new FairQueue(clients.recentWork)
    this.#warn = warn
  }

  /** Returns the milliseconds of work that an address has caused lately and that waits for it. */
  loadOf(address: string): number {
    return this.#clients.recentWork.of(address) + (this.#waitingMs.get(address) ?? 0)
  }

  /** Adds an evaluation. */
  add(evaluation: Evaluation): void {
    const { client, users, characters, costMs } = evaluation
    const hold = this.#clients.open('changeBytes', client, users?.keys())
    try {
      hold.resize(characters)
    } catch {
      evaluation.skip()
      return
    }
    const waiting = { evaluation, hold }
    hold.onDropped(() => {
      this.#queue.delete(waiting)
      this.#wait(evaluation, -costMs)
      evaluation.skip()
    })
    this.#queue.add(client.address, waiting, costMs)
    this.#wait(evaluation, costMs)
    this.#start()
  }

  #wait({ client: { address } }: Evaluation, ms: number): void {
    const waitingMs = (this.#waitingMs.get(address) ?? 0) + ms
    if (waitingMs > 0) this.#waitingMs.set(address, waitingMs)
    else this.#waitingMs.delete(address)
  }

  #start(): void {
    while (this.#taken < maxConcurrent) {
      const next = this.#queue.take(({ evaluation }) => !this.#running.has(evaluation.client.address))
      if (!next) return
      const { evaluation, hold } = next
      const { address } = evaluation.client
      this.#running.add(address)
      this.#wait(evaluation, -evaluation.costMs)
      hold.keep()
      const giveBack = this.#takeTurn()
      void this.#run(evaluation, hold, giveBack).finally(() => {
        this.#running.delete(address)
        giveBack()
        this.#start()
      })
    }
  }

  /** Takes a turn, and returns a function that gives it back. */
  #takeTurn(): () => void {
    this.#taken += 1
    let hasTurn = true
    const giveBack = () => {
      clearTimeout(timer)
      if (!hasTurn) return
      hasTurn = false
      this.#taken -= 1
      this.#start()
    }
    const timer = setTimeout(giveBack, maxTurnMs)
    return giveBack
  }

  async #run({ client, users, costMs, run, skip }: Evaluation, hold: Hold, giveBack: () => void): Promise<void> {
    const { recentWork } = this.#clients
    if (!this.#clients.hasTime('evaluationMs', client)) {
      this.#clients.recordRejection(client, 'evaluationMs')
      recentWork.add([client.address], -costMs)
      hold.release()
      skip()
      return
    }
    let spentMs = 0
    let sent: Promise<unknown> | undefined
    try {
      ;({ spentMs, sent } = await run(giveBack))
    } catch (error) {
      if (error instanceof EvaluationTooSlowError) spentMs = error.spentMs
      this.#warn(error)
    }
    this.#clients.spend('evaluationMs', client, spentMs, users)
    // The queue has added the estimated cost.
    recentWork.add([client.address], spentMs - costMs)
    void Promise.resolve(sent).finally(() => hold.release())
  }
}
