import type { Collection } from '@coffer/schema'
import type { Engine, Row } from '../../db/engine.ts'
import { VersionedCache } from '../../runtime/cache/VersionedCache.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { shapeOf, valueIn } from './shape.ts'

interface CachedRow {
  collection: Collection
  row: Row
}

/** Maximum size of the cache, per thread. */
const maxCacheBytes = 2_000_000
/** Size of a value without its text. */
const valueBytes = 8

const keyOf = (collection: Collection, id: string): string => `${collection.id} ${id}`

/** Caches rows that others refer to until a record of their collection changes. Many records refer to the same few authors or tags. */
export class RowCache {
  readonly #db: Pick<Engine, 'traceRead'>
  readonly #cached: VersionedCache<CachedRow>

  constructor(versions: Versions, db: Pick<Engine, 'traceRead'>) {
    this.#db = db
    const sizeOf = ({ row }: CachedRow) => valueBytes * row.length + charactersIn(row)
    this.#cached = new VersionedCache({ versions, maxBytes: maxCacheBytes, sizeOf })
  }

  /**
   * Returns the rows with these ids, in no particular order.
   * @param load reads the rows that are not cached
   */
  async read(collection: Collection, ids: readonly string[], load: (missing: string[]) => Promise<Row[]>): Promise<Row[]> {
    // A view changes with other collections.
    if (collection.type === 'view') return load([...ids])
    const found: Row[] = []
    const missing: string[] = []
    for (const id of ids) {
      const cached = this.#cached.get(keyOf(collection, id))
      // A request that began before the collection changed reads rows of the previous shape.
      if (cached?.collection === collection) found.push(cached.row)
      else missing.push(id)
    }
    this.#db.traceRead(collection.name)
    return missing.length === 0 ? found : found.concat(await this.#load(collection, () => load(missing)))
  }

  async #load(collection: Collection, load: () => Promise<Row[]>): Promise<Row[]> {
    const store = this.#cached.track([collection.id])
    const rows = await load()
    const shape = shapeOf(collection)
    for (const row of rows) store(keyOf(collection, String(valueIn(shape, row, 'id'))), { collection, row })
    return rows
  }
}
