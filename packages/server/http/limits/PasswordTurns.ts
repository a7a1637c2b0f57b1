import { availableParallelism } from 'node:os'
import { Rejection } from '../../errors/Rejection.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Sender } from '../../runtime/clients/clientAddress.ts'
import { FairSemaphore } from '../../runtime/clients/FairSemaphore.ts'
import { WorkMeter } from '../../runtime/clients/WorkMeter.ts'

/** Maximum number of passwords that are checked or hashed at once. Each takes a processor and a libuv thread for about 200 ms. */
const maxConcurrent = Math.max(2, availableParallelism())
/** A further one for users who have signed in from their address before. */
const reservedSlots = 1
const estimatedMs = 200
/** Milliseconds after which a sign-in gives its turn to other clients: it does not wait for the hash anymore, but for hooks or a process. */
const maxTurnMs = 5_000
/** Milliseconds after which a password that got no turn is not checked. */
const maxWaitMs = 20_000

const noTurn = () =>
  new Rejection('busy', {
    message: 'Too many passwords are being checked or set. Please try again in a moment.',
    retryAfterSeconds: 5,
    isWarning: true,
  })

/**
 * Limits how many passwords are checked or hashed at once. The next one is of the client that has taken the least time lately, so guessing
 * passwords, or creating many records with passwords, does not delay the sign-ins of others, even from many addresses.
 */
export class PasswordTurns {
  readonly #clients: ClientLedger
  readonly #turns = new FairSemaphore({
    maxConcurrent,
    reservedSlots,
    timeoutMs: maxWaitMs,
    maxTurnMs,
    late: noTurn,
    work: new WorkMeter(() => performance.now()),
  })

  constructor(clients: ClientLedger) {
    this.#clients = clients
  }

  /**
   * Runs a sign-in, or a change that sets passwords, as soon as it is its client's turn.
   * @param sender the request of the client
   * @param isKnown whether the user has signed in from this address lately
   * @param ms estimated duration
   * @throws Rejection `busy` after 20 seconds without a turn
   */
  async run<T>(sender: Sender, isKnown: boolean, task: () => Promise<T>, ms = estimatedMs): Promise<T> {
    return this.#turns.run(this.#clients.clientOf(sender).address, ms, task, isKnown)
  }
}
