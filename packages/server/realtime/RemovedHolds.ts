import { lengthOfRemoved, type RemovedRecords } from '../records/changes/RecordChange.ts'
import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { CountsFor, Hold } from '../runtime/clients/Hold.ts'
import type { ResourceName } from '../runtime/clients/resources.ts'

/** Removed records that count for a client, and the number of its changes that wait with them. */
interface OfClient {
  hold: Hold
  changes: number
}

/** The removed records of a transaction, which count once for all clients together. */
interface Counted {
  hold: Hold
  byAddress: Map<string, OfClient>
}

/**
 * Counts the removed records of deletions, with which rules are evaluated. All changes of a transaction share them, so they count once
 * for each client and once for all clients together, as long as one of the changes waits.
 */
export class RemovedHolds {
  readonly #clients: ClientLedger
  readonly #resource: ResourceName
  readonly #counted = new Map<RemovedRecords, Counted>()

  constructor(clients: ClientLedger, resource: ResourceName) {
    this.#clients = clients
    this.#resource = resource
  }

  /**
   * Counts removed records, if there are some, for a client with a change that waits. Returns a function that ends this.
   * @throws Rejection `limited` or `busy` when there is no room
   */
  add(client: Client, removed: RemovedRecords | undefined): () => void {
    if (!removed) return () => undefined
    const open = (countsFor: CountsFor) => this.#clients.openFor(this.#resource, client, countsFor)
    const counted = this.#counted.get(removed) ?? { hold: open('all'), byAddress: new Map<string, OfClient>() }
    const own = counted.byAddress.get(client.address) ?? { hold: open('client'), changes: 0 }
    // Making room can end evaluations of other clients, and begin some with these records, so they have to be known before.
    own.changes += 1
    this.#counted.set(removed, counted)
    counted.byAddress.set(client.address, own)
    let isWaiting = true
    const release = () => {
      if (!isWaiting) return
      isWaiting = false
      own.changes -= 1
      if (own.changes > 0) return
      own.hold.release()
      counted.byAddress.delete(client.address)
      if (counted.byAddress.size > 0) return
      counted.hold.release()
      this.#counted.delete(removed)
    }
    try {
      for (const { hold } of [own, counted]) hold.resize(this.lengthOf(removed))
    } catch (error) {
      release()
      throw error
    }
    return release
  }

  /** Returns the amount that removed records count for: at most what the limit of a client allows. */
  lengthOf(removed: RemovedRecords | undefined): number {
    return removed ? Math.min(lengthOfRemoved(removed), this.#clients.limitOf(this.#resource).perClient) : 0
  }
}
