import type { RemovedRecords } from '../records/changes/RecordChange.ts'
import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Hold } from '../runtime/clients/Hold.ts'
import type { ResourceName } from '../runtime/clients/resources.ts'
import { lengthOfRemoved } from './changeLength.ts'

/** The removed records of a transaction that count for a client, and the number of its changes that wait with them. */
interface Counted {
  hold: Hold
  changes: number
}

/**
 * Counts the removed records of deletions, with which rules are evaluated. All changes of a transaction share them, so they count once
 * for each client, as long as one of the changes waits.
 */
export class RemovedHolds {
  readonly #clients: ClientLedger
  readonly #resource: ResourceName
  readonly #counted = new Map<RemovedRecords, Map<string, Counted>>()

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
    const ofRemoved = this.#counted.get(removed) ?? new Map<string, Counted>()
    const counted = ofRemoved.get(client.address) ?? {
      hold: this.#clients.hold(this.#resource, client, lengthOfRemoved(removed)),
      changes: 0,
    }
    counted.changes += 1
    this.#counted.set(removed, ofRemoved.set(client.address, counted))
    let isWaiting = true
    return () => {
      if (!isWaiting) return
      isWaiting = false
      counted.changes -= 1
      if (counted.changes > 0) return
      counted.hold.release()
      ofRemoved.delete(client.address)
      if (ofRemoved.size === 0) this.#counted.delete(removed)
    }
  }
}
