import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Durability, Engine } from '../db/engine.ts'
import type { Installation } from './Installation.ts'
import { isServed } from './lockDirectory.ts'
import { filesIn } from './move/DatabaseFiles.ts'
import { requireDataFile } from './requireDataFile.ts'
import { requireKnownLayout } from './requireKnownLayout.ts'

type SqliteConfig = Pick<Config, 'dataDir' | 'durability' | 'firstDialect'>

// Modules are loaded on demand: most threads only read, and the main thread uses no database.

async function openForWriting({ dataDir, ...config }: SqliteConfig, durability?: Durability): Promise<Engine> {
  const [{ openDataDirectory }, { firstSettings }] = await Promise.all([
    import('./openDataDirectory.ts'),
    import('../settings/defaultSettings.ts'),
  ])
  return openDataDirectory(dataDir, () => firstSettings(config), durability)
}

/** Returns an installation whose database and log are SQLite files in the data directory. */
export function sqliteInstallation(config: SqliteConfig): Installation {
  const { dataDir, durability } = config
  const path = join(dataDir, 'data.db')
  const openReader: Installation['openReader'] = async ({ allowsViews = true }) => {
    const { SqliteReader } = await import('../db/sqlite/SqliteReader.ts')
    return new SqliteReader(path, { allowsViews })
  }
  return {
    readsConcurrently: false,
    assertKnown: () => requireKnownLayout(dataDir),
    assertNotLost: () => requireDataFile(dataDir),
    assertPresent: () => {
      requireKnownLayout(dataDir)
      if (!existsSync(path)) throw new Error(`There is no database in ${dataDir}. Choose the data directory with --dir.`)
    },
    mayBeServed: () => isServed(dataDir),
    // A transaction waits for the one before it, and then sees which migrations have been applied.
    withMigrationLock: work => work(),
    openDatabase: () => openForWriting(config, durability),
    openForCommand: async () => {
      requireDataFile(dataDir)
      return openForWriting(config)
    },
    openToExamine: () => openReader({ schemaVersion: () => 0 }),
    openReader,
    openLogStore: async takeDamageReport => {
      const { SqliteLogStore } = await import('../logs/sqlite/SqliteLogStore.ts')
      return SqliteLogStore.open(filesIn(dataDir).logs, takeDamageReport)
    },
    mustLogShrink: async () => (await import('../logs/sqlite/LogDisk.ts')).mustLogShrink(filesIn(dataDir).logs),
    openLogReader: async (_, onDamage) => {
      const { SqliteLogReader } = await import('../logs/sqlite/SqliteLogReader.ts')
      return new SqliteLogReader(filesIn(dataDir).logs, onDamage)
    },
  }
}
