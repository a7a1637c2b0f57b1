import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDatabaseFile } from '../dataDirectory/move/DatabaseFiles.ts'
import { connectionOptions } from '../db/postgres/connectionOptions.ts'
import { createIncomingSchema, dropRestoreSchemas } from '../db/postgres/restoreSchemas.ts'
import { runArchiveJob } from './runArchiveJob.ts'

/**
 * Copies the databases of an unpacked backup into a schema of its own, while the server serves the current data, and removes them from
 * the folder.
 * @param signal ends the copy
 */
export async function importUnpacked(database: string, folder: string, signal: AbortSignal): Promise<void> {
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
