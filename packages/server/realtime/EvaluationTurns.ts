import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { FairQueue } from '../runtime/clients/FairQueue.ts'
import type { Hold } from '../runtime/clients/Hold.ts'

/** Evaluations at the same time. More would occupy all reader threads. */
const maxConcurrent = 2

/** The evaluation of a change for the subscriptions of one client. */
export interface Evaluation {
  client: Client
  /** The characters that it keeps in memory until it ends. */
  characters: number
  /** Evaluates and sends. Returns the milliseconds that it took. */
  run: () => Promise<number>
  /** Called instead of `run` if the client has recently caused too much work, or if too many changes wait for it or for all. */
  skip: () => void
}

/**
 * Runs the evaluations of subscriptions with options, whose clients can choose expensive ones, in turns of the clients: a client with
 * many or slow subscriptions delays only itself. The evaluations of one client keep their order.
 */
export class EvaluationTurns {
  readonly #clients: ClientLedger
  readonly #queue: FairQueue<{ evaluation: Evaluation; hold: Hold }>
  readonly #running = new Set<string>()
  readonly #warn: (error: unknown) => void

  constructor(clients: ClientLedger, warn: (error: unknown) => void) {
    this.#clients = clients
    this.#queue = new FairQueue(clients.recentWork)
    this.#warn = warn
  }

  add(evaluation: Evaluation): void {
    const { client, characters } = evaluation
    const hold = this.#clients.open('changeBytes', client)
    try {
      hold.resize(characters)
    } catch {
      evaluation.skip()
      return
    }
    const waiting = { evaluation, hold }
    hold.onDropped(() => {
      this.#queue.delete(waiting)
      evaluation.skip()
    })
    this.#queue.add(client.address, waiting)
    this.#start()
  }

  #start(): void {
    while (this.#running.size < maxConcurrent) {
      const next = this.#queue.take(({ evaluation }) => !this.#running.has(evaluation.client.address))
      if (!next) return
      const { address } = next.evaluation.client
      this.#running.add(address)
      next.hold.keep()
      void this.#run(next.evaluation).finally(() => {
        next.hold.release()
        this.#running.delete(address)
        this.#start()
      })
    }
  }

  async #run({ client, run, skip }: Evaluation): Promise<void> {
    if (!this.#clients.hasTime('evaluationMs', client)) {
      this.#clients.recordRejection(client, 'evaluationMs')
      skip()
      return
    }
    try {
      const spentMs = await run()
      this.#clients.spend('evaluationMs', client, spentMs)
      this.#clients.recentWork.add([client.address], spentMs)
    } catch (error) {
      this.#warn(error)
    }
  }
}
