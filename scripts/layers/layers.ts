/** The layers of one package. */
export interface Layers {
  package: string
  /**
   * Folders and files at the top of the package. A row imports only from rows below it, and its folders do not import each other.
   * Without rows, only modules that import each other are rejected.
   */
  rows?: readonly (readonly string[])[]
  /** Modules that only modules of their own folder import, because other code must use what that folder offers instead. */
  internal?: readonly string[]
  /** Folders that only the listed modules import, beside modules of the folder itself. */
  restricted?: Readonly<Record<string, readonly string[]>>
  /** The check fails below this number of modules, because a parser that reads nothing finds no violation either. */
  minModules: number
}

const server: Layers = {
  package: 'packages/server',
  minModules: 400,
  // Records are changed only through RecordWriter, so that no change can miss an effect. Texts are shared only by VersionedCache,
  // which releases them with its values.
  internal: ['records/changes/writeRows.ts', 'records/changes/effectsOfChanges.ts', 'cache/StringPool.ts'],
  // Only modules that open a database file know its engine. All others use the interfaces in db/, whatever the database is.
  restricted: {
    'db/postgres': [
      'backups/databaseExchange.ts',
      'backups/importUnpacked.ts',
      'dataDirectory/openPostgres.ts',
      'doctor/Check.ts',
      'doctor/examine.ts',
      'db/threadDatabase.ts',
      'logs/postgres/PostgresLogStore.ts',
      'move/exportSnapshot.ts',
      'move/importFiles.ts',
      'move/moveToPostgres.ts',
      'move/moveToSqlite.ts',
      'move/postgresColumns.ts',
      'move/postgresSource.ts',
      'move/postgresTarget.ts',
      'move/withoutServer.ts',
    ],
    'db/sqlite': [
      'backups/openExchange.ts',
      'backups/packDirectory.ts',
      'backups/untrustedDatabase.ts',
      'cli/admin.ts',
      'dataDirectory/lockDirectory.ts',
      'dataDirectory/openDatabase.ts',
      'dataDirectory/openDataDirectory.ts',
      'db/postgres/emptySqlite.ts',
      'db/threadDatabase.ts',
      'doctor/checks/integrity.ts',
      'logs/sqlite/LogConversion.ts',
      'logs/sqlite/LogFileShrinker.ts',
      'logs/sqlite/SqliteLogReader.ts',
      'logs/sqlite/SqliteLogStore.ts',
      'logs/sqlite/logHours.ts',
      'logs/sqlite/openLogFile.ts',
      'move/exportSnapshot.ts',
      'move/importFiles.ts',
      'move/moveToPostgres.ts',
      'move/sqliteSource.ts',
      'move/sqliteTarget.ts',
    ],
  },
  rows: [
    ['main.ts'],
    ['cli'],
    ['createServer.ts', 'openSite.ts', 'ServerOptions.ts', 'openMetrics.ts', 'removeOrphanedUploads.ts'],
    ['http', 'worker'],
    ['threads'],
    ['api'],
    ['app'],
    ['mail', 'realtime', 'backups', 'doctor'],
    ['move'],
    ['auth', 'collections', 'effects'],
    ['records', 'dataDirectory'],
    ['rules', 'logs'],
    ['query', 'rows'],
    ['catalog', 'files'],
    ['messages', 'settings'],
    ['crypto', 'config'],
    ['db'],
    ['errors', 'cache', 'runtime', 'metrics'],
  ],
}

const dashboard: Layers = {
  package: 'packages/dashboard',
  minModules: 400,
  rows: [
    ['vite.config.ts'],
    ['build'],
    ['main.ts'],
    [
      'openSignIn.tsx',
      'openApp.tsx',
      'renderPage.tsx',
      'prefetchPage.ts',
      'router.tsx',
      'AppFrame.tsx',
      'collectionsArea.ts',
      'CollectionsArea.tsx',
      'LogsArea.tsx',
      'publicPages.ts',
    ],
    ['palette'],
    ['screens'],
    ['table'],
    ['filter', 'passwords'],
    ['shell'],
    ['queries', 'providers', 'logLevels'],
  ],
}

/** In these packages, folders are subjects and may import each other. */
const withoutRows: Layers[] = [
  { package: 'packages/fields', minModules: 150 },
  { package: 'packages/schema', minModules: 50 },
  { package: 'packages/ui', minModules: 80 },
]

export const packages = [server, dashboard, ...withoutRows]
