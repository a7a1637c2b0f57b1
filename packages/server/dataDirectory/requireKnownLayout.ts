import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { moveFolder } from '../config/reservedNames.ts'
import { dataMigrations } from '../db/systemMigrations.ts'

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Opens a file without creating the files of a write-ahead log. */
export function openUntouched(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  // Without a write-ahead log, SQLite must not create one.
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

/** Returns why a data file is not one of PocketBase 0.22, as the end of a sentence; undefined if it is one, or empty. */
export function layoutProblem(database: DatabaseSync): string | undefined {
  const tables = firstColumn(database, "SELECT name FROM sqlite_schema WHERE type = 'table'")
  if (!tables.has('_migrations')) return undefined
  if (!tables.has('_admins')) {
    return 'was written by PocketBase 0.23 or newer (it has no _admins table). Import it into a new directory with coffer import-pocketbase; Coffer has not changed anything in it.'
  }
  const applied = firstColumn(database, 'SELECT file FROM _migrations')
  const missing = dataMigrations.find(file => !applied.has(file))
  return missing === undefined
    ? undefined
    : `was written by a PocketBase older than 0.22 (it lacks the migration ${missing}). Start it once with a 0.22 server, which upgrades it; Coffer has not changed anything.`
}

/**
 * Rejects an incomplete directory, or one of another PocketBase version, before anything in it is changed. An unreadable file is reported later, when it
 * is opened.
 * @throws Error with a sentence for the command line
 */
export function requireKnownLayout(dataDir: string): void {
  if (existsSync(join(dataDir, moveFolder, 'data.db')))
    throw new Error(
      `A move into ${dataDir} is not complete. Run coffer move again with the same --from and --to, which finishes it.`,
    )
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
