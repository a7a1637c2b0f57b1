import type { Installation } from '../dataDirectory/Installation.ts'
import { print } from '../runtime/terminal.ts'
import { findMigrationFiles } from './migrationFiles.ts'
import type { OpenMigrationApi } from './native/startNative.ts'
import type { MigrationOptions } from './runMigrations.ts'

interface StartOptions extends Omit<MigrationOptions, 'openApi'> {
  loadApi: () => Promise<OpenMigrationApi>
}

async function applyPending(installation: Installation, { loadApi, ...options }: StartOptions): Promise<void> {
  // Loaded on demand: without migrations, the main thread uses no database.
  const [{ applyMigrations }, openApi] = await Promise.all([import('./runMigrations.ts'), loadApi()])
  const db = await installation.openDatabase({ schemaVersion: () => 0 })
  try {
    for (const name of await applyMigrations(db, { ...options, openApi })) print`Applied ${name}`
  } finally {
    await db.close()
  }
}

/**
 * Applies the pending migrations, then opens a server. Other programs with migrations wait until the server is open: between the two,
 * no lock of the server keeps them out.
 * @throws Error with a sentence for the command line
 */
export async function migrateAtStart<T>(installation: Installation, options: StartOptions, open: () => Promise<T>): Promise<T> {
  if (findMigrationFiles(options.folders).length === 0) return open()
  return installation.withMigrationLock(async () => {
    await applyPending(installation, options)
    return open()
  })
}
