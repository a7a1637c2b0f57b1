import type { Collection } from '@coffer/schema'
import { createLruCache } from '../cache/createLruCache.ts'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Transaction } from '../db/engine.ts'

interface CachedIds {
  stamp: Stamp
  ids: Set<string>
}

/** Limits of the cache. */
const maxCachedCollections = 50
const maxCachedIds = 2_000

/**
 * Caches ids of existing records until a record of their collection changes. Every write validates all references of its record,
 * and many records refer to the same few authors or tags. Writes of other programs to the database file are noticed within a moment.
 */
export class ExistingIdCache {
  readonly #versions: Versions
  readonly #cached = createLruCache<CachedIds>(maxCachedCollections)

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /**
   * Whether every id is the id of a record.
   * @param query looks up the ids that are not cached
   */
  async allExist(
    transaction: Transaction,
    collection: Collection,
    ids: readonly string[],
    query: (ids: readonly string[]) => Promise<boolean>,
  ): Promise<boolean> {
    // A view changes with other collections, and uncommitted records must not be cached.
    if (collection.type === 'view' || transaction.hasChanged(collection.id)) return query(ids)
    const cached = this.#idsOf(collection)
    const unknown = ids.filter(id => !cached.has(id))
    if (unknown.length === 0) return true
    if (!(await query(unknown))) return false
    if (cached.size + unknown.length > maxCachedIds) cached.clear()
    for (const id of unknown.slice(0, maxCachedIds)) cached.add(id)
    return true
  }

  #idsOf({ id }: Collection): Set<string> {
    const cached = this.#cached.get(id)
    if (cached && this.#versions.isCurrent(cached.stamp)) return cached.ids
    const created = { stamp: this.#versions.stampOf([id]), ids: new Set<string>() }
    this.#cached.set(id, created)
    return created.ids
  }
}
