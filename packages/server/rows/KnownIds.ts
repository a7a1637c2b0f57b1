import type { Collection } from '@coffer/schema'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Transaction } from '../db/engine.ts'
import { createLruCache } from '../runtime/createLruCache.ts'

interface Known {
  stamp: Stamp
  ids: Set<string>
}

/** Of how many collections ids are remembered, and of each how many. */
const mostCollections = 50
const mostIds = 2_000

/**
 * Ids of records that are there, for as long as no record of their collection changes: a few authors or tags stand beside very many
 * records, and each of those is judged with all that it refers to. Another program that writes into the file is noticed within a moment.
 */
export class KnownIds {
  readonly #versions: Versions
  readonly #known = createLruCache<Known>(mostCollections)

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /**
   * Whether there is a record with each of the ids.
   * @param ask looks for those that are not known
   */
  async areThere(
    transaction: Transaction,
    collection: Collection,
    ids: readonly string[],
    ask: (ids: readonly string[]) => Promise<boolean>,
  ): Promise<boolean> {
    // The records of a view change with those of other collections; what is not committed yet may not stay.
    if (collection.type === 'view' || transaction.hasChanged(collection.id)) return ask(ids)
    const known = this.#idsOf(collection)
    const unknown = ids.filter(id => !known.has(id))
    if (unknown.length === 0) return true
    if (!(await ask(unknown))) return false
    if (known.size + unknown.length > mostIds) known.clear()
    for (const id of unknown.slice(0, mostIds)) known.add(id)
    return true
  }

  #idsOf({ id }: Collection): Set<string> {
    const known = this.#known.get(id)
    if (known && this.#versions.isCurrent(known.stamp)) return known.ids
    const made = { stamp: this.#versions.stampOf([id]), ids: new Set<string>() }
    this.#known.set(id, made)
    return made.ids
  }
}
