import type { Config } from '../config/config.ts'
import type { Installation, OpenOptions } from './Installation.ts'

/** Loads the modules for PostgreSQL on demand, because most servers run on SQLite. */
const load = () => import('./openPostgres.ts')

/** Returns an installation whose database and log are in a PostgreSQL database. */
export function postgresInstallation({
  database,
  queryTimeout,
  node,
  nodeAddress,
  firstDialect,
}: Pick<Config, 'queryTimeout' | 'node' | 'nodeAddress' | 'firstDialect'> & { database: string }): Installation {
  const optionsOf = ({ schemaVersion, connections }: OpenOptions) => ({
    database,
    queryTimeout,
    schemaVersion,
    ...(connections && { connections }),
    ...(node !== undefined && { node }),
    ...(nodeAddress !== undefined && { nodeAddress }),
    ...(firstDialect !== undefined && { firstDialect }),
  })
  return {
    readsConcurrently: true,
    // Whether the database can be used is known when it is opened.
    assertKnown: () => undefined,
    assertNotLost: () => undefined,
    assertPresent: () => undefined,
    mayBeServed: () => true,
    withMigrationLock: async work => (await load()).withPostgresMigrationLock(database, work),
    openDatabase: async options => (await load()).openPostgres(optionsOf(options)),
    openForCommand: async () => (await load()).openPostgresForCommand(optionsOf({ schemaVersion: () => 0 })),
    openToExamine: async () => (await load()).openPostgresToExamine(database),
    openReader: async options => (await load()).openPostgresReader(optionsOf(options)),
    openLogStore: async (_, connections) => {
      const { PostgresLogStore } = await import('../logs/postgres/PostgresLogStore.ts')
      return new PostgresLogStore(database, connections)
    },
    mustLogShrink: async () => false,
    openLogReader: async db => ({
      dialect: db.dialect,
      schema: db.schema,
      rows: (statement, maxLength) => db.rows(statement, maxLength),
      row: statement => db.row(statement),
      // Triggers count the entries.
      isCounted: async () => true,
      inspectQueries: work => db.inspectQueries(work),
      close: async () => undefined,
    }),
  }
}
