import { Rejection } from '../../errors/Rejection.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Sender } from '../../runtime/clients/clientAddress.ts'
import { FairSemaphore } from '../../runtime/clients/FairSemaphore.ts'

/**
 * Number of transactions that can wait for hooks at once. SQLite has one transaction at a time, so a second one would only keep changes
 * without hooks waiting longer. On PostgreSQL, it is a part of the connections for changes.
 */
const maxConcurrent = { sqlite: 1, postgres: 8 }
const estimatedMs = 5
/** Milliseconds after which a change that got no turn is rejected. */
const maxWaitMs = 20_000

const noTurn = () =>
  new Rejection('busy', {
    message: 'Too many changes wait for hooks inside of their transactions. Please try again in a moment.',
    retryAfterSeconds: 1,
    isWarning: true,
  })

/**
 * Limits how many transactions wait for hooks at once, because others wait for them. The next one is of the client that has caused the least
 * work. The time of its transaction counts for the client.
 */
export class HookTurns {
  readonly #clients: ClientLedger
  readonly #turns: FairSemaphore
  /** A transaction of a script excludes all other changes of this server, on PostgreSQL, too. */
  readonly #scriptTurns: FairSemaphore

  constructor(clients: ClientLedger, database: keyof typeof maxConcurrent) {
    this.#clients = clients
    const open = (count: number) =>
      new FairSemaphore({ maxConcurrent: count, timeoutMs: maxWaitMs, late: noTurn, work: clients.recentWork })
    this.#turns = open(maxConcurrent[database])
    this.#scriptTurns = database === 'sqlite' ? this.#turns : open(1)
  }

  /**
   * Makes a change with hooks inside of its transaction as soon as it is its client's turn.
   * @throws Rejection `limited` or `busy` if too many changes wait, or after 20 seconds without a turn
   */
  async run<T>(sender: Sender, change: () => Promise<T>): Promise<T> {
    const client = this.#clients.clientOf(sender)
    const hold = this.#clients.hold('hookCalls', client)
    try {
      return await this.#turns.run(client.address, estimatedMs, change)
    } finally {
      hold.release()
    }
  }

  /**
   * Waits for the turn of a client whose hooks or routes begin a transaction, which count already. Returns a function that ends the turn.
   * @throws Rejection `busy` after 20 seconds without a turn
   */
  enter(sender: Sender): Promise<() => void> {
    const entered = Promise.withResolvers<() => void>()
    const transaction = () => {
      const left = Promise.withResolvers<void>()
      entered.resolve(left.resolve)
      return left.promise
    }
    this.#scriptTurns.run(this.#clients.clientOf(sender).address, estimatedMs, transaction).catch(entered.reject)
    return entered.promise
  }
}
