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
  /** Folders and modules that only the listed folders and modules import, beside modules of the folder itself. */
  restricted?: Readonly<Record<string, readonly string[]>>
  /** The check fails below this number of modules, because a parser that reads nothing finds no violation either. */
  minModules: number
}

const server: Layers = {
  package: 'packages/server',
  minModules: 1_000,
  // Records are changed only through RecordWriter, so that no change can miss an event.
  internal: ['records/changes/writeRows.ts', 'records/changes/ChangeEvents.ts'],
  restricted: {
    // Operations below api are used without HTTP.
    'messages/ApiRequest.ts': ['api', 'http', 'messages/headers.ts', 'threads'],
    // Only modules that open a database file know its engine. All others use the interfaces in db/, whatever the database is.
    'db/postgres': [
      'backups/databaseExchange.ts',
      'backups/importDatabases.ts',
      'dataDirectory/doctor/Check.ts',
      'dataDirectory/doctor/examine.ts',
      'dataDirectory/move/exportSnapshot.ts',
      'dataDirectory/move/importFiles.ts',
      'dataDirectory/move/moveToPostgres.ts',
      'dataDirectory/move/moveToSqlite.ts',
      'dataDirectory/move/postgresColumns.ts',
      'dataDirectory/move/postgresSource.ts',
      'dataDirectory/move/postgresTarget.ts',
      'dataDirectory/openPostgres.ts',
      'logs/postgres/PostgresLogStore.ts',
    ],
    'db/sqlite': [
      'backups/openExchange.ts',
      'backups/packDirectory.ts',
      'backups/untrustedDatabase.ts',
      'cli/withDatabase.ts',
      'dataDirectory/doctor/checks/integrity.ts',
      'dataDirectory/doctor/findDamage.ts',
      'dataDirectory/importPocketbase/importPocketbase.ts',
      'dataDirectory/lockDirectory.ts',
      'dataDirectory/move/exportSnapshot.ts',
      'dataDirectory/move/importFiles.ts',
      'dataDirectory/move/moveToPostgres.ts',
      'dataDirectory/move/sqliteSource.ts',
      'dataDirectory/move/sqliteTarget.ts',
      'dataDirectory/openDataDirectory.ts',
      'dataDirectory/sqliteInstallation.ts',
      'db/postgres/emptySqlite.ts',
      'logs/sqlite/LogConversion.ts',
      'logs/sqlite/LogFileShrinker.ts',
      'logs/sqlite/SqliteLogReader.ts',
      'logs/sqlite/SqliteLogStore.ts',
      'logs/sqlite/logHours.ts',
      'logs/sqlite/openLogFile.ts',
    ],
  },
  rows: [
    ['cli'],
    ['site'],
    ['http'],
    ['threads'],
    ['api'],
    ['pbHooks'],
    ['migrations'],
    ['mail', 'realtime', 'backups', 'access', 'webHooks', 'code'],
    ['dataDirectory'],
    ['auth', 'collections'],
    ['records', 'logs'],
    ['query'],
    ['catalog', 'files'],
    ['messages', 'settings'],
    ['crypto', 'events'],
    ['db'],
    ['runtime'],
    ['errors', 'config', 'pb'],
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
