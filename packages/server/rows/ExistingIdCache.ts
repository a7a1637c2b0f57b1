import type { Collection } from '@coffer/schema'
import { VersionedCache } from '../cache/VersionedCache.ts'
import type { Versions } from '../cache/versions.ts'
import type { Transaction } from '../db/engine.ts'

/** Maximum size of the cache: about 10,000 ids. */
const maxCacheBytes = 3_000_000

/**
 * Caches ids of existing records until a record of their collection changes. Every write validates all references of its record,
 * and many records refer to the same few authors or tags. Writes of other programs to the database file are noticed within a moment.
 */
export class ExistingIdCache {
  readonly #existing: VersionedCache<true>

  constructor(versions: Versions) {
    this.#existing = new VersionedCache({ versions, maxBytes: maxCacheBytes, sizeOf: () => 0 })
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
    // The database detects that another transaction deletes a record only if this one has read it.
    if (!transaction.runsAlone) return query(ids)
    // A view changes with other collections, and uncommitted records must not be cached.
    if (collection.type === 'view' || transaction.hasChanged(collection.id)) return query(ids)
    const keyOf = (id: string) => `${collection.id} ${id}`
    const unknown = ids.filter(id => !this.#existing.get(keyOf(id)))
    if (unknown.length === 0) return true
    const store = this.#existing.track([collection.id])
    if (!(await query(unknown))) return false
    for (const id of unknown) store(keyOf(id), true)
    return true
  }
}
