import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@coffer/schema'
import type { Engine } from '../engine.ts'
import type { Durability } from '../openDatabase.ts'
import { SqliteWriter } from '../SqliteWriter.ts'
import { isBusy } from '../sqliteErrors.ts'
import { requireSafeSqlite } from '../sqliteVersion.ts'
import { countLog } from './countLog.ts'
import { createDataFile, createLogsFile } from './createDataFile.ts'
import { hasTable } from './hasTable.ts'
import { requireKnownLayout } from './requireKnownLayout.ts'

const openOrExplain = (path: string, durability: Durability): SqliteWriter => {
  try {
    return new SqliteWriter(path, durability)
  } catch (error) {
    if (isBusy(error)) {
      throw new Error(`Another program holds ${path}, so that it cannot be opened. Stop that program and try again.`, {
        cause: error,
      })
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Cannot open ${path}: ${reason}. Check that the file is a SQLite database and that this user may write to it.`,
      {
        cause: error,
      },
    )
  }
}

/** Where a data directory has its log. */
export const logsPath = (dataDir: string): string => join(dataDir, 'logs.db')

/** Opens the log of a data directory for writing; its last entries are not worth a write to the disk each. */
export const openLogs = (dataDir: string): SqliteWriter => openOrExplain(logsPath(dataDir), 'normal')

/**
 * Opens a data directory for writing and creates what is missing: the directory, `data.db`, `logs.db`.
 * @param firstSettings the settings of a directory that is new
 * @throws Error with a sentence for the person at the command line
 */
export const openDataDirectory = async (
  dataDir: string,
  firstSettings: () => Settings,
  durability: Durability = 'full',
): Promise<{ db: Engine; logs: Engine }> => {
  requireSafeSqlite(process.versions.sqlite ?? '0')
  requireKnownLayout(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const db = openOrExplain(join(dataDir, 'data.db'), durability)
  await db.adoptLog()
  if (!(await hasTable(db, '_migrations'))) await db.transaction(transaction => createDataFile(transaction, firstSettings()))
  const logs = openLogs(dataDir)
  if (!(await hasTable(logs, '_logs'))) await logs.transaction(createLogsFile)
  logs.beforeClose(await countLog(logs, logsPath(dataDir)))
  return { db, logs }
}
