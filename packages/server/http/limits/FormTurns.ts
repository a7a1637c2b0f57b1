import { Rejection } from '../../errors/Rejection.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Sender } from '../../runtime/clients/clientAddress.ts'
import { FairSemaphore } from '../../runtime/clients/FairSemaphore.ts'

/** Number of files up to which a form never waits. */
const maxQuickFiles = 50
/** Estimates how long a file takes to examine and store. */
const msPerFile = 1
/** Milliseconds after which a form that got no turn is rejected. */
const maxWaitMs = 30_000

const noTurn = () =>
  new Rejection('busy', {
    message: 'Too many forms with many files are being stored. Please try again in a moment, or send fewer files at once.',
    retryAfterSeconds: 1,
    isWarning: true,
  })

/**
 * Stores forms with many files one at a time: in parallel, their thousands of small steps would delay the writes of others. The next one
 * is of the client that has caused the least work.
 */
export class FormTurns {
  readonly #clients: ClientLedger
  readonly #turns: FairSemaphore

  constructor(clients: ClientLedger) {
    this.#clients = clients
    this.#turns = new FairSemaphore({ maxConcurrent: 1, timeoutMs: maxWaitMs, late: noTurn, work: clients.recentWork })
  }

  /**
   * Runs work on a complete form as soon as it is its client's turn.
   * @throws Rejection `busy` after 30 seconds without a turn
   */
  async run<T>(sender: Sender, files: number, work: () => Promise<T>): Promise<T> {
    if (files <= maxQuickFiles) return work()
    return this.#turns.run(this.#clients.clientOf(sender).address, files * msPerFile, work)
  }
}
