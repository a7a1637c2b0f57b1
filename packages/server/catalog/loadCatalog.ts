import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { type Catalog, catalogOf } from './Catalog.ts'
import { CollectionMemory } from './CollectionMemory.ts'
import { loadRuleMeaning } from './ruleMeaning.ts'

/** Estimates the number of records of each collection. Deleted records can be included. */
export async function loadSizes(reader: Reader, collections: readonly Collection[]): Promise<Catalog['sizeOf']> {
  const tables = collections.filter(({ type }) => type !== 'view')
  const names = tables.map(({ name }) => name)
  // If one of the tables is missing, none of the sizes is known, which only makes some queries slower.
  const estimates = await reader.schema.sizes(reader, names).catch(() => [])
  const sizes = new Map(tables.map(({ id }, index) => [id, estimates[index]]))
  return ({ id }) => sizes.get(id) ?? Number.POSITIVE_INFINITY
}

/** Reads all collections of `_collections`, and what their rules mean. */
export async function loadCatalog(reader: Reader, version: number, memory = new CollectionMemory()): Promise<Catalog> {
  const all = await memory.load(reader)
  return catalogOf(all, { version, sizeOf: await loadSizes(reader, all), ruleMeaning: await loadRuleMeaning(reader) })
}
