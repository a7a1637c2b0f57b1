import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sampleDir } from './copySample.ts'

/** Returns the collections of the newer sample as PocketBase 0.39 exports them. */
export function newerExport(): { name: string; fields: { name: string }[]; deleteRule?: unknown }[] {
  using database = new DatabaseSync(`${pathToFileURL(join(sampleDir('magazine39'), 'data.db')).href}?immutable=1`, {
    readOnly: true,
  })
  const rows = database.prepare('SELECT * FROM _collections').all()
  return rows.map(({ fields, indexes, options, ...row }) => ({
    ...row,
    ...JSON.parse(String(options)),
    name: String(row.name),
    system: Boolean(row.system),
    fields: JSON.parse(String(fields)),
    indexes: JSON.parse(String(indexes)),
  }))
}
