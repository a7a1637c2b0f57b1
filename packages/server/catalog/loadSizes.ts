import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { databaseSchema } from '../db/threadDatabase.ts'
import type { Catalog } from './Catalog.ts'

/** Estimates the number of records of each collection. Deleted records can be included. */
export const loadSizes = async (reader: Reader, collections: readonly Collection[]): Promise<Catalog['sizeOf']> => {
  const tables = collections.filter(({ type }) => type !== 'view')
  const names = tables.map(({ name }) => name)
  // If one of the tables is missing, none of the sizes is known, which only makes some queries slower.
  const estimates = await databaseSchema.sizes(reader, names).catch(() => [])
  const sizes = new Map(tables.map(({ id }, index) => [id, estimates[index]]))
  return ({ id }) => sizes.get(id) ?? Number.POSITIVE_INFINITY
}
