import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { dataMigrations } from './migrations.ts'

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Opens a file so that not even the files of a write-ahead log come to lie beside it. */
const openUntouched = (path: string): DatabaseSync => {
  const url = pathToFileURL(path)
  // Where there is no log, SQLite is not to begin one.
  if (sizeOf(`${path}-wal`) === 0) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true, timeout: 10_000 })
}

const firstColumn = (database: DatabaseSync, query: string): Set<unknown> =>
  new Set(
    database
      .prepare(query)
      .all()
      .map(row => Object.values(row)[0]),
  )

/** Why a data file is not of the 0.22 line, as the end of a sentence; undefined for one that is, and for one that is still empty. */
export const layoutProblem = (database: DatabaseSync): string | undefined => {
  const tables = firstColumn(database, "SELECT name FROM sqlite_schema WHERE type = 'table'")
  if (!tables.has('_migrations')) return undefined
  if (!tables.has('_admins')) {
    return 'was written by PocketBase 0.23 or newer (it has no _admins table). Coffer opens directories of the 0.22 line and has not changed anything.'
  }
  const applied = firstColumn(database, 'SELECT file FROM _migrations')
  const missing = dataMigrations.find(file => !applied.has(file))
  return missing === undefined
    ? undefined
    : `was written by a PocketBase older than 0.22 (it lacks the migration ${missing}). Start it once with a 0.22 server, which upgrades it; Coffer has not changed anything.`
}

/**
 * Refuses a directory of another line before anything in it is changed. One that cannot be read is no matter here: whoever opens it
 * says so.
 * @throws Error with a sentence for the person at the command line
 */
export const requireKnownLayout = (dataDir: string): void => {
  const path = join(dataDir, 'data.db')
  if (sizeOf(path) === 0) return
  let reason: string | undefined
  try {
    using database = openUntouched(path)
    reason = layoutProblem(database)
  } catch {
    return
  }
  if (reason !== undefined) throw new Error(`${dataDir} ${reason}`)
}
