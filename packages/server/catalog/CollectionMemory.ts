import type { Collection, ViewCollection } from '@coffer/schema'
import type { Reader, Row } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { databaseSchema } from '../db/threadDatabase.ts'
import { collectionColumns, readCollection } from './storedCollection.ts'

interface Known {
  row: Row
  /** The collection as its row defines it. */
  read: Collection
  /** The collection with its fields; those of a view are the columns that its query selects. */
  whole: Collection
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, place) => value === other[place])

/** Returns the columns of a view. For a view that cannot be prepared, requests for its records report the error. */
const readView = async (reader: Reader, view: ViewCollection): Promise<ViewCollection> => {
  try {
    const columns = new Map((await databaseSchema.viewColumns(reader, view.name)).map(({ name, affinity }) => [name, affinity]))
    return {
      ...view,
      dates: (['created', 'updated'] as const).filter(date => columns.has(date)),
      absent: view.schema.map(({ name }) => name).filter(field => !columns.has(field)),
      affinities: new Map([...columns].flatMap(([column, affinity]) => (affinity === undefined ? [] : [[column, affinity]]))),
    }
  } catch {
    return view
  }
}

const yieldsTheSame = (one: Collection, other: Collection): boolean =>
  one.type === 'view' &&
  other.type === 'view' &&
  isSame(one.dates, other.dates) &&
  isSame(one.absent ?? [], other.absent ?? []) &&
  isSame([...(one.affinities ?? [])].flat(), [...(other.affinities ?? [])].flat())

/**
 * Reads `_collections` repeatedly and reuses the objects of unchanged collections: parsing hundreds of them takes tens of
 * milliseconds, and so does computing the data cached with each.
 */
export class CollectionMemory {
  #known = new Map<unknown, Known>()

  /** Returns all collections, sorted by name. */
  async load(reader: Reader): Promise<Collection[]> {
    const rows = await reader.rows(sql`SELECT ${collectionColumns} FROM _collections ORDER BY name`)
    const known = new Map<unknown, Known>()
    for (const row of rows) known.set(row[0], await this.#read(reader, row))
    this.#known = known
    return [...known.values()].map(({ whole }) => whole)
  }

  async #read(reader: Reader, row: Row): Promise<Known> {
    const before = this.#known.get(row[0])
    const isKnown = before !== undefined && isSame(before.row, row)
    const read = isKnown ? before.read : readCollection(row)
    const whole = read.type === 'view' ? await readView(reader, read) : read
    return { row, read, whole: isKnown && yieldsTheSame(before.whole, whole) ? before.whole : whole }
  }
}
