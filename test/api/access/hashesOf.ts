import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Hashes the rows of all tables. The bytes of the file change when the write-ahead log is emptied. */
function hashesOfTables(path: string): string[] {
  if (!existsSync(path)) return []
  using database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return tables.map(({ name }) => `${name} ${hash(JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()))}`)
}

/** Returns hashes of all tables and files of a directory, without the log and the lock, whose content has the time. */
export function hashesOf(dir: string): string[] {
  const files = hashesOfTables(join(dir, 'data.db'))
  for (const file of (readdirSync(dir, { recursive: true }) as string[]).sort()) {
    const path = join(dir, file)
    if (statSync(path).isFile() && !/coffer\.lock|(logs|data)\.db/.test(file)) files.push(`${file} ${hash(readFileSync(path))}`)
  }
  return files
}
