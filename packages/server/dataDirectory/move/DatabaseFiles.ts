import { join } from 'node:path'

/** The files of a data directory. `logs` can be missing in a source. */
export interface DatabaseFiles {
  data: string
  logs: string
}

export function filesIn(dataDir: string): DatabaseFiles {
  return { data: join(dataDir, 'data.db'), logs: join(dataDir, 'logs.db') }
}

/** The databases of a data directory with SQLite files. */
export const databaseFiles = ['data.db', 'logs.db']

/** Whether an entry of a data directory is a SQLite database or belongs to one. */
export function isDatabaseFile(name: string): boolean {
  return databaseFiles.some(database => name === database || name.startsWith(`${database}-`))
}
