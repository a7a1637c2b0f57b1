import { lengthOfChange, type RecordChange, type RemovedRecords } from '../records/changes/RecordChange.ts'
import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { RemovedHolds } from './RemovedHolds.ts'

/** Bytes that a waiting change takes for each of its audiences. */
const audienceBytes = 16
/**
 * The client for whom changes count that wait for subscriptions without options. A client cannot multiply these evaluations: there is
 * one for each signed-in user, two if the user is subscribed to the collection and to the record, and their cost depends on the rules
 * and not on the subscription. So they take no turns, and their time counts for nobody. If changes come faster than they are evaluated,
 * the streams end, and what each of them has missed is evaluated in the turns of its client.
 */
const allStreams: Client = { address: 'all streams' }

/** Counts the changes that wait for subscriptions without options, for all streams together. */
export class SharedChangeHolds {
  readonly #clients: ClientLedger
  readonly #removed: RemovedHolds

  constructor(clients: ClientLedger) {
    this.#clients = clients
    this.#removed = new RemovedHolds(clients, 'sharedChangeBytes')
  }

  /**
   * Counts a change that waits for a number of audiences. Returns a function that ends this.
   * @throws Rejection `limited` or `busy` when there is no room
   */
  add({ change, removed }: { change: RecordChange; removed: RemovedRecords | undefined }, audiences: number): () => void {
    const releaseRemoved = this.#removed.add(allStreams, removed)
    // A change that is longer than the limit is evaluated if no other one waits, and so is a deletion with its removed records.
    const { perClient } = this.#clients.limitOf('sharedChangeBytes')
    try {
      const length = Math.min(lengthOfChange(change) + audienceBytes * audiences, perClient - this.#removed.lengthOf(removed))
      const hold = this.#clients.hold('sharedChangeBytes', allStreams, length)
      return () => {
        hold.release()
        releaseRemoved()
      }
    } catch (error) {
      releaseRemoved()
      throw error
    }
  }
}
