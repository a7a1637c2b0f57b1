import type { Collection, ViewCollection } from '@coffer/schema'
import type { Reader, Row } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { collectionColumns, readCollection } from './storedCollection.ts'
import { loadRuleTests, parseRuleTests } from './storedRuleTests.ts'

interface Known {
  row: Row
  /** Its rule tests as JSON; undefined if it has none. */
  tests: string | undefined
  /** The collection as its row defines it. */
  read: Collection
  /** The collection with its fields; those of a view are the columns that its query selects. */
  whole: Collection
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, place) => value === other[place])

/** Returns the columns of a view. For a view that cannot be prepared, requests for its records report the error. */
async function readView(reader: Reader, view: ViewCollection): Promise<ViewCollection> {
  try {
    const columns = new Map((await reader.schema.viewColumns(reader, view.name)).map(({ name, affinity }) => [name, affinity]))
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

function withTests(collection: Collection, json: string | undefined): Collection {
  const ruleTests = json === undefined ? [] : parseRuleTests(json)
  return ruleTests.length === 0 ? collection : { ...collection, ruleTests }
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
    const rows = await reader.rows(sql`SELECT ${collectionColumns} FROM ${name('_collections')} ORDER BY name`)
    const known = new Map<unknown, Known>()
    const tests = await loadRuleTests(reader)
    for (const row of rows) known.set(row[0], await this.#read(reader, row, tests.get(String(row[0]))))
    this.#known = known
    return [...known.values()].map(({ whole }) => whole)
  }

  async #read(reader: Reader, row: Row, tests: string | undefined): Promise<Known> {
    const before = this.#known.get(row[0])
    const isKnown = before !== undefined && before.tests === tests && isSame(before.row, row)
    const read = isKnown ? before.read : withTests(readCollection(row), tests)
    const whole = read.type === 'view' ? await readView(reader, read) : read
    return { row, tests, read, whole: isKnown && yieldsTheSame(before.whole, whole) ? before.whole : whole }
  }
}
