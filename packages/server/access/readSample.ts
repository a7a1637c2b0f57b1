import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'

/** Largest table whose records are all examined, unless it is evaluated alone. */
const maxExaminedRecords = 20_000

/** Number of records in a sample. */
const sampleSize = 1_000
/** Row numbers that are looked up for each record of a sample: after deletions, many have no row. */
const maxLookupsPerRecord = 4
/** Fraction of the golden ratio: its multiples are spread evenly, and in no pattern that the rows could have, too. */
const goldenFraction = 0.618_033_988_749_895

/** Returns numbers that are spread over a range, each in its own part of it. They are the same for the same range. */
function spreadOver(first: number, last: number, count: number): number[] {
  const step = (last - first + 1) / count
  return Array.from({ length: count }, (_, index) => first + Math.floor((index + ((index * goldenFraction) % 1)) * step))
}

/** Returns the ids of about `size` records from all parts of a large table. The time does not depend on the size of the table. */
export async function readSample(reader: Reader, { name: table }: Collection, size = sampleSize): Promise<string[]> {
  const number = reader.dialect.rowNumber
  const [first, last] = (await reader.row(sql`SELECT MIN(${number}), MAX(${number}) FROM ${name(table)}`)) ?? []
  const ids: string[] = []
  for (let count = size; count <= maxLookupsPerRecord * size && ids.length < size / 2; count *= 4) {
    const numbers = spreadOver(Number(first ?? 0), Number(last ?? 0), count)
    const rows = await reader.rows(sql`SELECT id FROM ${name(table)} WHERE ${reader.dialect.inIds(number, numbers)}`)
    ids.splice(0, ids.length, ...rows.map(([id]) => String(id)))
  }
  return ids
}

/** Returns the ids of a sample of a table that is too large to examine; undefined for others, and for a view, which has no row numbers. */
export async function sampleIfLarge(reader: Reader, catalog: Catalog, collection: Collection): Promise<string[] | undefined> {
  const isLarge = collection.type !== 'view' && catalog.sizeOf(collection) > maxExaminedRecords
  return isLarge ? readSample(reader, collection) : undefined
}
