import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CofferSettings } from '@coffer/schema'
import { defaultMigrationFolders } from '../migrations/migrationFiles.ts'

/** Returns the folder of hooks beside a data directory, if it exists. */
export function hooksBeside(dataDir: string): string | undefined {
  const folder = join(dirname(dataDir), 'hooks')
  return existsSync(folder) ? folder : undefined
}

/** Returns the folder of hooks of PocketBase 0.22 beside a data directory, if it exists. */
export function pbHooksBeside(dataDir: string): string | undefined {
  const folder = join(dirname(dataDir), 'pb_hooks')
  return existsSync(folder) ? folder : undefined
}

/** Returns the version of PocketBase that a new installation starts with: 0.22 if there are scripts for it beside the data directory. */
export function firstDialectBeside(dataDir: string): CofferSettings['dialect'] {
  const isOf022 = pbHooksBeside(dataDir) !== undefined || existsSync(defaultMigrationFolders(dataDir).script)
  return isOf022 ? 'v022' : 'today'
}
