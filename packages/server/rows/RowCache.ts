import type { Collection } from '@coffer/schema'
import { LRUCache } from 'lru-cache'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Engine, Row } from '../db/engine.ts'
import { charactersIn } from '../runtime/charactersIn.ts'
import { shapeOf, valueIn } from './shape.ts'

interface CachedRow {
  collection: Collection
  row: Row
  stamp: Stamp
}

/** Maximum size of the cache in characters, per thread. */
const maxCachedCharacters = 2_000_000
/** Size of an entry, and of each of its values, without their text. */
const entryOverhead = 300
const valueOverhead = 8

const sizeOf = ({ row }: CachedRow): number => entryOverhead + valueOverhead * row.length + charactersIn(row)

const keyOf = (collection: Collection, id: string): string => `${collection.id} ${id}`

/** Caches rows that others refer to until a record of their collection changes. Many records refer to the same few authors or tags. */
export class RowCache {
  readonly #versions: Versions
  readonly #db: Pick<Engine, 'traceRead'>
  readonly #cached = new LRUCache<string, CachedRow>({ maxSize: maxCachedCharacters, sizeCalculation: sizeOf })

  constructor(versions: Versions, db: Pick<Engine, 'traceRead'>) {
    this.#versions = versions
    this.#db = db
  }

  /**
   * Returns the rows with these ids, in no particular order.
   * @param load reads the rows that are not cached
   */
  async read(collection: Collection, ids: readonly string[], load: (missing: string[]) => Promise<Row[]>): Promise<Row[]> {
    // A view changes with other collections.
    if (collection.type === 'view') return load([...ids])
    const stamp = this.#versions.stampOf([collection.id])
    const found: Row[] = []
    const missing: string[] = []
    for (const id of ids) {
      const cached = this.#find(collection, id)
      if (cached) found.push(cached.row)
      else missing.push(id)
    }
    this.#db.traceRead(collection.name)
    return missing.length === 0 ? found : found.concat(await this.#load(collection, stamp, missing, load))
  }

  #find(collection: Collection, id: string): CachedRow | undefined {
    const cached = this.#cached.get(keyOf(collection, id))
    return cached?.collection === collection && this.#versions.isCurrent(cached.stamp) ? cached : undefined
  }

  async #load(collection: Collection, stamp: Stamp, missing: string[], load: (missing: string[]) => Promise<Row[]>) {
    const rows = await load(missing)
    const shape = shapeOf(collection)
    for (const row of rows) this.#cached.set(keyOf(collection, String(valueIn(shape, row, 'id'))), { collection, row, stamp })
    return rows
  }
}
