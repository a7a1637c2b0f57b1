import { ApiError } from '../../api/v022/ApiError.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Sender } from '../../runtime/clients/clientAddress.ts'
import { FairQueue } from '../../runtime/clients/FairQueue.ts'
import { WorkMeter } from '../../runtime/clients/WorkMeter.ts'

/** Maximum number of sign-ins that ask one provider at once: of all clients, and of each. */
const maxConcurrent = 24
const maxConcurrentPerClient = 8
/** Milliseconds after which a sign-in that got no turn is rejected. */
const maxWaitMs = 20_000

const noTurn = () =>
  new ApiError(
    503,
    'The provider answers too slowly for the number of sign-ins. Please try again in a moment.',
    {},
    { retryAfterSeconds: 5, isWarning: true },
  )

/** A sign-in that waits for its turn. */
interface Waiting {
  address: string
  start: () => void
}

/** The sign-ins through one provider. */
class ProviderQueue {
  readonly #waiting: FairQueue<Waiting>
  readonly #running = new Map<string, number>()
  #runningCount = 0

  /** @param recent the recent sign-ins by client */
  constructor(recent: WorkMeter) {
    this.#waiting = new FairQueue(recent)
  }

  /** Resolves when the sign-in can start. The caller then has to call `end`. */
  begin(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(noTurn())
      }, maxWaitMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting: Waiting = { address, start }
      this.#waiting.add(address, waiting)
      this.#startNext()
    })
  }

  end(address: string): void {
    this.#change(address, -1)
    this.#startNext()
  }

  #startNext(): void {
    while (this.#runningCount < maxConcurrent) {
      const next = this.#waiting.take(({ address }) => (this.#running.get(address) ?? 0) < maxConcurrentPerClient)
      if (!next) return
      this.#change(next.address, 1)
      next.start()
    }
  }

  #change(address: string, by: 1 | -1): void {
    const count = (this.#running.get(address) ?? 0) + by
    if (count > 0) this.#running.set(address, count)
    else this.#running.delete(address)
    this.#runningCount += by
  }
}

/**
 * Limits how many sign-ins ask an OAuth2 provider at once, because each holds a request to the provider for up to 30 seconds. The next
 * one is a sign-in of the client that has had the fewest lately, so the sign-ins of one client do not delay other clients.
 */
export class ProviderTurns {
  readonly #clients: ClientLedger
  readonly #recent = new WorkMeter(() => performance.now())
  readonly #queues = new Map<string, ProviderQueue>()

  constructor(clients: ClientLedger) {
    this.#clients = clients
  }

  /**
   * Runs a sign-in as soon as it is its client's turn.
   * @param sender the request whose client signs in
   * @param provider the name of an enabled provider
   * @throws Rejection if too many sign-ins wait; ApiError 503 after 20 seconds
   */
  async run<T>(sender: Sender, provider: string, signIn: () => Promise<T>): Promise<T> {
    const client = this.#clients.clientOf(sender)
    const hold = this.#clients.hold('oauth2SignIns', client)
    const queue = this.#queueOf(provider)
    try {
      await queue.begin(client.address)
      try {
        return await signIn()
      } finally {
        queue.end(client.address)
      }
    } finally {
      hold.release()
    }
  }

  #queueOf(provider: string): ProviderQueue {
    const queue = this.#queues.get(provider) ?? new ProviderQueue(this.#recent)
    this.#queues.set(provider, queue)
    return queue
  }
}
