import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defaultMigrationFolders, type MigrationFolders } from '../migrations/migrationFiles.ts'
import { type CommonOptions, parseSeconds } from './options.ts'

/** The options of migrations, which `serve` and `migrate` have. */
export interface MigrationArguments {
  migrations?: string
  migrationsDir?: string
  migrationTimeout: number
}

export interface MigrateOptions extends CommonOptions, MigrationArguments {
  hooks?: string
  yes: boolean
}

/** Adds the options of migrations to a command. */
export function withMigrationOptions(command: Command): Command {
  return command
    .option('--migrations <path>', 'folder of migrations; by default migrations beside the data directory')
    .option(
      '--migrationsDir <path>',
      'folder of migrations of PocketBase 0.22; by default pb_migrations beside the data directory',
    )
    .option('--migrationTimeout <seconds>', 'maximum duration of each migration', parseSeconds, 300)
}

/** Returns the folders of migrations: the given folders, or the default ones beside the data directory. */
export function migrationFoldersOf({ migrations, migrationsDir }: MigrationArguments, dataDir: string): MigrationFolders {
  const { native, script } = defaultMigrationFolders(dataDir)
  return {
    native: migrations === undefined ? native : resolve(migrations),
    script: migrationsDir === undefined ? script : resolve(migrationsDir),
  }
}
