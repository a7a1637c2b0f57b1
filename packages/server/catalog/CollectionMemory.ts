import type { Collection, ViewCollection } from '@coffer/schema'
import type { Reader, Row } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { collectionColumns, readCollection } from './storedCollection.ts'

interface Known {
  row: Row
  /** As its row says. */
  read: Collection
  /** The same; of a view also what it yields. */
  whole: Collection
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, place) => value === other[place])

/** What a view itself yields; nothing is known of one that cannot be prepared, which its records' answers then say. */
const readView = async (reader: Reader, view: ViewCollection): Promise<ViewCollection> => {
  try {
    const columns = (await reader.rows(sql`SELECT name FROM pragma_table_info(${view.name})`)).map(([column]) => column)
    return {
      ...view,
      dates: (['created', 'updated'] as const).filter(date => columns.includes(date)),
      absent: view.schema.map(({ name }) => name).filter(field => !columns.includes(field)),
    }
  } catch {
    return view
  }
}

const yieldsTheSame = (one: Collection, other: Collection): boolean =>
  one.type === 'view' && other.type === 'view' && isSame(one.dates, other.dates) && isSame(one.absent ?? [], other.absent ?? [])

/**
 * Reads `_collections` again and again. Collections that have not changed stay the same objects: reading hundreds of them anew
 * takes tens of milliseconds, and so does what is kept with each.
 */
export class CollectionMemory {
  #known = new Map<unknown, Known>()

  /** All collections, in the order of their names. */
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
