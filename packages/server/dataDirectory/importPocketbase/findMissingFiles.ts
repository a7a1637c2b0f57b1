import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TranslatedCollection } from '@coffer/schema'
import { quoted } from './quoted.ts'

/** Returns the paths of files that records name and that are not in the directory. */
export function findMissingFiles(dataDir: string, collections: readonly TranslatedCollection[]): string[] {
  // A read-only connection would leave the files of the write-ahead log behind.
  using database = new DatabaseSync(join(dataDir, 'data.db'))
  const missing: string[] = []
  for (const { collection } of collections) {
    if (collection.type === 'view') continue
    for (const { name, type } of collection.schema) {
      if (type !== 'file') continue
      const column = quoted(name)
      // Several names are a JSON list, a single one is plain text.
      const names = `json_each(CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END)`
      const rows = database.prepare(`SELECT t.id, value FROM ${quoted(collection.name)} t, ${names} WHERE value <> ''`).iterate()
      for (const { id, value } of rows) {
        const path = join('storage', collection.id, String(id), String(value))
        if (!existsSync(join(dataDir, path))) missing.push(path)
      }
    }
  }
  return missing
}
