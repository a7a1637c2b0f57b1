import { renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { isDatabaseError } from '../../db/DatabaseError.ts'
import type { Transaction } from '../../db/engine.ts'
import { FileSpace, prepareShrinkableFile } from '../../db/sqlite/FileSpace.ts'
import { openingError } from '../../db/sqlite/openingError.ts'
import { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { recordMigrations } from '../../db/systemMigrations.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { printError } from '../../runtime/terminal.ts'
import { prepareLogHours } from './logHours.ts'

/** Bytes to which the write-ahead log is truncated after a checkpoint. */
const maxIdleWalBytes = 16_000_000

/** The migrations that PocketBase 0.22 applies to `logs.db`. */
const logMigrations = [
  '1640988000_init.go',
  '1660821103_add_user_ip_column.go',
  '1677760279_uppsercase_method.go',
  '1699187560_logs_generalization.go',
]

/**
 * Moves a damaged log and its write-ahead log aside for inspection.
 * No writing connection must be open, because SQLite removes the write-ahead log by its name when the last one is closed.
 */
export function moveAside(path: string, reason: unknown): void {
  const moved = `${path}.damaged-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  renameSync(path, moved)
  rmSync(`${path}-shm`, { force: true })
  try {
    renameSync(`${path}-wal`, `${moved}-wal`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  printError`Error: ${basename(path)} is damaged (${messageOf(reason)}), so a new log was started. The damaged file
is now ${moved}. Try to recover its entries with "sqlite3 ${basename(moved)} .recover", or delete it.`
}

async function createTables(transaction: Transaction): Promise<void> {
  for (const table of transaction.schema.systemTables.logs) await transaction.run(table)
  await recordMigrations(transaction, logMigrations)
}

async function open(path: string): Promise<SqliteWriter> {
  prepareShrinkableFile(path)
  // A power loss can cost the last log entries, so they are not synced one by one.
  const logs = new SqliteWriter(path, 'normal')
  try {
    if (!(await logs.schema.hasTable(logs, '_logs'))) await logs.transaction(createTables)
    await new FileSpace(logs).limitLog(maxIdleWalBytes)
    await prepareLogHours(logs)
    return logs
  } catch (error) {
    await logs.close()
    throw error
  }
}

/**
 * Opens `logs.db` for writing and creates it if it is missing. Moves a damaged file aside, so that the log never prevents a server
 * from starting.
 * @throws Error with a message for the command line, for example when the user cannot write to the file
 */
export async function openLogFile(path: string): Promise<SqliteWriter> {
  try {
    return await open(path).catch(error => {
      if (!isDatabaseError(error, 'damaged')) throw error
      moveAside(path, error)
      return open(path)
    })
  } catch (error) {
    throw openingError(path, error)
  }
}
