import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sampleDir } from './copySample.ts'

/** Returns options as exports have them: without the secrets of tokens. */
function withoutTokenSecrets(options: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(options).map(([key, value]) => {
    if (!key.endsWith('Token')) return [key, value]
    const { secret: _, ...token } = value as { secret: string }
    return [key, token]
  })
  return Object.fromEntries(shown)
}

/** Returns the collections of the newer sample as PocketBase 0.39 exports them. OAuth2 providers keep their secrets, which an import needs. */
export function newerExport(): { name: string; fields: { name: string }[]; deleteRule?: unknown }[] {
  using database = new DatabaseSync(`${pathToFileURL(join(sampleDir('magazine39'), 'data.db')).href}?immutable=1`, {
    readOnly: true,
  })
  const rows = database.prepare('SELECT * FROM _collections').all()
  return rows.map(({ fields, indexes, options, ...row }) => ({
    ...row,
    ...withoutTokenSecrets(JSON.parse(String(options))),
    name: String(row.name),
    system: Boolean(row.system),
    fields: JSON.parse(String(fields)),
    indexes: JSON.parse(String(indexes)),
  }))
}
