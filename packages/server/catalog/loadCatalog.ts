import type { Reader } from '../db/engine.ts'
import type { Catalog } from './Catalog.ts'
import { CollectionMemory } from './CollectionMemory.ts'
import { catalogOf } from './catalogOf.ts'
import { loadSizes } from './loadSizes.ts'

/** Reads all collections of `_collections`. */
export const loadCatalog = async (reader: Reader, version: number, memory = new CollectionMemory()): Promise<Catalog> => {
  const all = await memory.load(reader)
  return catalogOf(all, { version, sizeOf: await loadSizes(reader, all) })
}
