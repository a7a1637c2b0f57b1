import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { currentFiles } from '../../harness/queryDatabase.ts'

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Hashes the rows of all tables, in any order. The bytes of the file change when the write-ahead log is emptied. */
function hashesOfTables(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return tables.map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all()
    const texts = rows.map(row => JSON.stringify(row)).sort()
    return `${name} ${hash(texts.join())}`
  })
}

/**
 * Returns hashes of all tables and files of a data directory, without the log and the lock, whose content has the time. The tables
 * can be in a PostgreSQL database.
 */
export function hashesOf(dir: string): string[] {
  const files = hashesOfTables(join(currentFiles(dir), 'data.db'))
  for (const file of (readdirSync(dir, { recursive: true }) as string[]).sort()) {
    const path = join(dir, file)
    if (statSync(path).isFile() && !/coffer\.lock|(logs|data)\.db/.test(file)) files.push(`${file} ${hash(readFileSync(path))}`)
  }
  return files
}
