import { queryDatabase } from './queryDatabase.ts'
import type { NamedCollection } from './randomFilters.ts'

/** Reads the stored collections of a data directory. */
export function readCollections(dataDir: string): NamedCollection[] {
  return queryDatabase(dataDir, 'data', 'SELECT id, name, type, schema FROM _collections ORDER BY name').map(
    ([id, name, type, schema]) => ({
      id: String(id),
      name: String(name),
      type: String(type),
      schema: JSON.parse(String(schema)),
    }),
  )
}
