import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isReserved, restoreFolder } from '../config/reservedNames.ts'
import { isDatabaseFile } from '../dataDirectory/move/DatabaseFiles.ts'
import { checkDatabase } from '../db/postgres/checkDatabase.ts'
import { connectionOptions } from '../db/postgres/connectionOptions.ts'
import {
  createIncomingSchema,
  dropRestoreSchemas,
  enterIncoming,
  isIncomingInPlace,
  revertIncoming,
} from '../db/postgres/restoreSchemas.ts'
import type { DataExchange } from './DataExchange.ts'
import { localDisk } from './Disk.ts'
import { completeExchange, exchangeEntries, revertExchange } from './exchangeEntries.ts'
import { runArchiveJob } from './runArchiveJob.ts'

/** The files of a SQLite database, which can still be in the directory after a move to PostgreSQL, stay where they are. */
const stays = (name: string): boolean => isReserved(name) || isDatabaseFile(name)

/**
 * Copies the databases of an unpacked backup into a schema of its own, while the server serves the current data, and removes them from
 * the folder.
 * @param signal ends the copy
 */
async function importUnpacked(database: string, folder: string, signal: AbortSignal): Promise<void> {
  const options = connectionOptions(database)
  await createIncomingSchema(options)
  try {
    await runArchiveJob({ kind: 'import', database, folder }, signal)
  } catch (error) {
    await dropRestoreSchemas(options)
    throw error
  }
  for (const name of await readdir(folder)) if (isDatabaseFile(name)) await rm(join(folder, name))
}

/**
 * Exchanges the data of a PostgreSQL database and the files of records. The transaction that exchanges the data decides: before it,
 * an interrupted restore is undone, and after it, the restore is finished.
 */
export function databaseExchange(dataDir: string, database: string): DataExchange {
  const options = connectionOptions(database)
  const revertFiles = () => revertExchange(dataDir, localDisk, stays)
  const complete = async () => {
    if (existsSync(join(dataDir, restoreFolder))) await completeExchange(dataDir)
    await dropRestoreSchemas(options)
  }
  return {
    receive: (folder, signal) => importUnpacked(database, folder, signal),
    enter: async () => {
      await exchangeEntries(dataDir, localDisk, stays)
      await enterIncoming(options)
    },
    revert: async () => {
      await revertIncoming(options)
      await revertFiles()
      await dropRestoreSchemas(options)
    },
    complete,
    recover: async () => {
      // The first connection of a start: its errors are for the command line.
      await checkDatabase(options)
      if (await isIncomingInPlace(options)) {
        await complete()
        return false
      }
      const wasUndone = await revertFiles()
      await dropRestoreSchemas(options)
      return wasUndone
    },
  }
}
