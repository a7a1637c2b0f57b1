import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Durability, Engine } from '../db/engine.ts'
import { SqliteReader } from '../db/sqlite/SqliteReader.ts'
import { chooseDatabase } from '../db/threadDatabase.ts'
import { defaultSettings } from '../settings/defaultSettings.ts'
import { requireDataFile } from './requireDataFile.ts'

type DatabaseConfig = Pick<Config, 'dataDir' | 'database' | 'durability' | 'queryTimeout'>

interface OpenOptions {
  /** Returns a number that changes with the collections. */
  schemaVersion: () => number
}

/** Loads the modules for PostgreSQL on demand, because most servers run on SQLite. */
const loadPostgres = async () => {
  await chooseDatabase('postgres')
  return import('./openPostgres.ts')
}

/** Loads the modules for writing on demand, because most threads only read. */
const openForWriting = async (dataDir: string, durability?: Durability): Promise<Engine> => {
  const { openDataDirectory } = await import('./openDataDirectory.ts')
  return openDataDirectory(dataDir, defaultSettings, durability)
}

/**
 * Opens the database for the thread of a server that writes, and chooses the kind of the databases of this thread. Creates a missing database.
 * @throws Error with a sentence for the command line
 */
export const openDatabase = async (config: DatabaseConfig, { schemaVersion }: OpenOptions): Promise<Engine> => {
  const { dataDir, database, queryTimeout, durability } = config
  if (database !== undefined) return (await loadPostgres()).openPostgres({ database, queryTimeout, schemaVersion })
  await chooseDatabase('sqlite')
  return openForWriting(dataDir, durability)
}

/**
 * Opens the database for a command, while a server may run on it.
 * @throws Error with a sentence for the command line
 */
export const openForCommand = async (config: DatabaseConfig): Promise<Engine> => {
  const { dataDir, database, queryTimeout } = config
  if (database !== undefined)
    return (await loadPostgres()).openPostgresForCommand({ database, queryTimeout, schemaVersion: () => 0 })
  requireDataFile(dataDir)
  return openForWriting(dataDir)
}

/**
 * Opens the database to read all of it, while a server may run on it, and chooses the kind of the databases of this thread.
 * @throws Error with a sentence for the command line
 */
export const openToExamine = async (config: DatabaseConfig): Promise<Engine> => {
  if (config.database !== undefined) return (await loadPostgres()).openPostgresToExamine(config.database)
  return openReader(config, { schemaVersion: () => 0 })
}

/**
 * Opens the database for a thread that only reads, and chooses the kind of the databases of this thread.
 * @param options.allowsViews whether statements can read views although SQLite cannot interrupt them
 */
export const openReader = async (
  { dataDir, database, queryTimeout }: DatabaseConfig,
  { schemaVersion, allowsViews = true }: OpenOptions & { allowsViews?: boolean },
): Promise<Engine> => {
  if (database !== undefined) return (await loadPostgres()).openPostgresReader({ database, queryTimeout, schemaVersion })
  await chooseDatabase('sqlite')
  return new SqliteReader(join(dataDir, 'data.db'), { allowsViews })
}
