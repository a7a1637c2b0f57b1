import type { Collection } from '@coffer/schema'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Transaction } from '../db/engine.ts'
import { createLruCache } from '../runtime/createLruCache.ts'

interface Known {
  stamp: Stamp
  ids: Set<string>
}

/** Limits of the cache. */
const mostCollections = 50
const mostIds = 2_000

/**
 * Caches ids of existing records until a record of their collection changes. Every write validates all references of its record,
 * and many records refer to the same few authors or tags. Writes of other programs to the database file are noticed within a moment.
 */
export class KnownIds {
  readonly #versions: Versions
  readonly #known = createLruCache<Known>(mostCollections)

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /**
   * Whether every id is the id of a record.
   * @param ask queries the ids that are not cached
   */
  async areThere(
    transaction: Transaction,
    collection: Collection,
    ids: readonly string[],
    ask: (ids: readonly string[]) => Promise<boolean>,
  ): Promise<boolean> {
    // A view changes with other collections, and uncommitted records must not be cached.
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
