import type { Config } from '../config/config.ts'
import type { Installation } from './Installation.ts'
import { postgresInstallation } from './postgresInstallation.ts'
import { sqliteInstallation } from './sqliteInstallation.ts'

/** Returns the installation of a configuration: SQLite files in the data directory, or a PostgreSQL database. */
export function openInstallation(
  config: Pick<Config, 'dataDir' | 'database' | 'durability' | 'firstDialect' | 'node' | 'queryTimeout'>,
): Installation {
  const { database } = config
  return database === undefined ? sqliteInstallation(config) : postgresInstallation({ ...config, database })
}
