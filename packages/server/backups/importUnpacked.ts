import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionOptions } from '../db/postgres/connectionOptions.ts'
import { createIncomingSchema, dropRestoreSchemas, incomingSchema } from '../db/postgres/restoreSchemas.ts'
import { filesIn, runCopy } from '../move/runCopy.ts'
import { isDatabaseFile } from './isDatabaseFile.ts'

/**
 * Copies the databases of an unpacked backup into a schema of its own, while the server serves the current data, and removes them from
 * the folder.
 * @param signal ends the copy
 */
export const importUnpacked = async (database: string, folder: string, signal: AbortSignal): Promise<void> => {
  const options = connectionOptions(database)
  await createIncomingSchema(options)
  try {
    const { compared } = await runCopy({ from: filesIn(folder), to: database, schema: incomingSchema }, { signal })
    const different = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)
    if (different.length > 0) throw new Error(`The copies of these tables differ: ${different.join(', ')}.`)
  } catch (error) {
    await dropRestoreSchemas(options)
    throw error
  }
  for (const name of await readdir(folder)) if (isDatabaseFile(name)) await rm(join(folder, name))
}
