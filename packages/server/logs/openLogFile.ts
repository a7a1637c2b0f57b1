import { renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasTable } from '../db/hasTable.ts'
import { openingError } from '../db/openingError.ts'
import { SqliteWriter } from '../db/SqliteWriter.ts'
import { isDamage } from '../db/sqliteErrors.ts'
import { messageOf } from '../errors/inspectError.ts'
import { createLogsFile } from './createLogsFile.ts'
import { prepareLogHours } from './logHours.ts'

/** Bytes that the write-ahead log keeps once it is empty. */
const walLimit = 16_000_000

/**
 * Moves a damaged log and its write-ahead log out of the way, where they can be looked into.
 * No connection may be open that can write: SQLite removes the write-ahead log by its name when it closes the last one.
 */
export const moveAside = (path: string, reason: unknown): void => {
  const moved = `${path}.damaged-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  renameSync(path, moved)
  rmSync(`${path}-shm`, { force: true })
  try {
    renameSync(`${path}-wal`, `${moved}-wal`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  console.error(
    `Error: ${basename(path)} is damaged (${messageOf(reason)}), so a new log was started. The damaged file
is now ${moved}. Its entries may be recovered with "sqlite3 ${basename(moved)} .recover"; delete it when you no longer need it.`,
  )
}

/** Reads the file's structure, and makes a new one return the space of removed entries piece by piece, which has to be said first. */
const probe = (path: string): void => {
  using database = new DatabaseSync(path, { timeout: 10_000 })
  database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
}

const open = async (path: string): Promise<SqliteWriter> => {
  probe(path)
  // The last entries are not worth a sync each.
  const logs = new SqliteWriter(path, 'normal')
  try {
    if (!(await hasTable(logs, '_logs'))) await logs.transaction(createLogsFile)
    await logs.execute(`PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = ${walLimit}`)
    await prepareLogHours(logs)
    return logs
  } catch (error) {
    await logs.close()
    throw error
  }
}

/**
 * Opens `logs.db` for writing, and creates it if it is missing. A damaged file is moved aside: the log must not keep a server from
 * starting.
 * @throws Error with a sentence for the person at the command line, for example when the user may not write to the file
 */
export const openLogFile = async (path: string): Promise<SqliteWriter> => {
  try {
    return await open(path).catch(error => {
      if (!isDamage(error)) throw error
      moveAside(path, error)
      return open(path)
    })
  } catch (error) {
    throw openingError(path, error)
  }
}
