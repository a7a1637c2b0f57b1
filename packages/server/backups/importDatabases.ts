import { filesIn } from '../dataDirectory/move/DatabaseFiles.ts'
import { importFiles } from '../dataDirectory/move/importFiles.ts'
import { incomingSchema } from '../db/postgres/restoreSchemas.ts'

/** Copies the databases of an unpacked backup into the schema for the new data of a restore. */
export interface ImportJob {
  kind: 'import'
  /** The address of the database. */
  database: string
  folder: string
}

/** Copies the databases of a folder. @throws Error if a copy differs */
export async function importDatabases({ database, folder }: ImportJob): Promise<void> {
  const { compared } = await importFiles({ from: filesIn(folder), to: database, schema: incomingSchema })
  const different = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)
  if (different.length > 0) throw new Error(`The copies of these tables differ: ${different.join(', ')}.`)
}
