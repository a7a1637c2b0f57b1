import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import type { Installation } from '../dataDirectory/Installation.ts'
import type { Engine } from '../db/engine.ts'
import { openMigrationApi } from '../http/endpoints/openMigrationApi.ts'
import { findMigrationFiles } from '../migrations/migrationFiles.ts'
import { emptyMigration, snapshotMigration } from '../migrations/migrationTemplates.ts'
import { emptyNativeMigration, nativeSnapshot } from '../migrations/native/templates.ts'
import { newerSyntax } from '../migrations/newerSyntax.ts'
import {
  applyMigrations,
  findPending,
  findRevertible,
  forgetMissing,
  type MigrationOptions,
  revertMigrations,
} from '../migrations/runMigrations.ts'
import type { MigrationFile } from '../migrations/scriptMessages.ts'
import { print } from '../runtime/terminal.ts'
import { hooksBeside } from './hooksBeside.ts'
import { type MigrateOptions, migrationFoldersOf } from './migrationOptions.ts'
import { configOf } from './options.ts'
import { printWarning, withDatabase } from './withDatabase.ts'

/** Opens the database for one action. */
function withMigrations(
  options: MigrateOptions,
  work: (db: Engine, migrations: MigrationOptions, installation: Installation) => Promise<void>,
): Promise<void> {
  const config = configOf(options)
  const { encryptionKey, fixedSettings, dataDir } = config
  const hooksDir = options.hooks ?? hooksBeside(dataDir)
  const migrations = {
    encryptionKey,
    fixedSettings,
    hooksDir,
    folders: migrationFoldersOf(options, dataDir),
    openApi: openMigrationApi({ ...config, ...(hooksDir !== undefined && { hooksDir }) }),
    timeoutMs: options.migrationTimeout * 1000,
    log: printWarning,
  }
  return withDatabase('migrate', options, (db, installation) => work(db, migrations, installation))
}

/** Asks on the terminal. Without one, the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} (y/N) `)).trim())
  } finally {
    terminal.close()
  }
}

const up = (options: MigrateOptions): Promise<void> =>
  withMigrations(options, async (db, migrations, installation) => {
    const applied = await installation.withMigrationLock(() => applyMigrations(db, migrations))
    for (const name of applied) print`Applied ${name}`
    if (applied.length === 0) print`No new migrations to apply.`
  })

const down = (options: MigrateOptions, count: number): Promise<void> =>
  withMigrations(options, async (db, migrations, installation) => {
    const files = await findRevertible(db, migrations, count)
    if (files.length === 0) {
      print`There are no migrations to revert.`
      return
    }
    for (const { name } of files) print`${name}`
    if (!options.yes && !(await confirm('Revert these migrations?'))) {
      print`The command has been cancelled. With --yes it does not ask.`
      return
    }
    await installation.withMigrationLock(() => revertMigrations(db, migrations, files))
    for (const { name } of files) print`Reverted ${name}`
  })

const status = (options: MigrateOptions): Promise<void> =>
  withMigrations(options, async (db, migrations) => {
    const pending = new Set((await findPending(db, migrations)).map(({ name }) => name))
    for (const { name, path, kind } of findMigrationFiles(migrations.folders)) {
      print`${pending.has(name) ? 'pending' : 'applied'}  ${name}`
      if (pending.has(name) && kind === 'script') for (const finding of newerSyntax(path)) print`         ${finding}`
    }
  })

const historySync = (options: MigrateOptions): Promise<void> =>
  withMigrations(options, async (db, migrations) => {
    await forgetMissing(db, migrations)
    print`The _migrations table was synced with the available migrations.`
  })

/** The content of a new file, as a native migration and as a script of PocketBase 0.22. */
type Contents = Record<MigrationFile['kind'], () => string>

/** Writes a new migration whose name begins with the time: a script only if the folder of scripts is the one that exists. */
function createFile(options: MigrateOptions, title: string, contents: Contents): void {
  const folders = migrationFoldersOf(options, configOf(options).dataDir)
  const kind = existsSync(folders.script) && !existsSync(folders.native) ? 'script' : 'native'
  const ending = kind === 'native' ? 'ts' : 'js'
  const path = join(folders[kind], `${Math.floor(Date.now() / 1000)}_${title}.${ending}`)
  mkdirSync(folders[kind], { recursive: true })
  writeFileSync(path, contents[kind](), { flag: 'wx' })
  print`Successfully created file ${path}`
}

function create(options: MigrateOptions, title: string): void {
  const words = title
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  if (!words) throw new Error('Give the migration a name, as in coffer migrate create add_tags.')
  createFile(options, words.join('_'), { native: () => emptyNativeMigration, script: () => emptyMigration })
}

const snapshot = (options: MigrateOptions): Promise<void> =>
  withMigrations(options, async db => {
    const { all } = await loadCatalog(db, 0)
    createFile(options, 'collections_snapshot', { native: () => nativeSnapshot(all), script: () => snapshotMigration(all) })
  })

function countOf(argument: string | undefined): number {
  const count = Number(argument ?? 1)
  if (!Number.isInteger(count) || count === 0)
    throw new Error('The number of migrations to revert must be a whole number; -1 reverts all.')
  return count
}

/**
 * Applies, reverts or lists migrations.
 * @throws Error with a sentence for the command line
 */
export async function migrate(action: string, argument: string | undefined, options: MigrateOptions): Promise<void> {
  switch (action) {
    case 'up':
      return up(options)
    case 'down':
      return down(options, countOf(argument))
    case 'status':
      return status(options)
    case 'create':
      return create(options, argument ?? '')
    case 'snapshot':
    case 'collections':
      return snapshot(options)
    case 'history-sync':
      return historySync(options)
    default:
      throw new Error(`Unsupported command "${action}". Use up, down, status, create, snapshot or history-sync.`)
  }
}
