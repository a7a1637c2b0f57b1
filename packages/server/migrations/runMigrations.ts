import { logExposure } from '../access/review/logExposure.ts'
import type { WideningContext } from '../access/review/logWidened.ts'
import { CollectionMemory } from '../catalog/CollectionMemory.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import type { Config } from '../config/config.ts'
import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { recordMigrations } from '../db/systemMigrations.ts'
import { noListeners } from '../records/ChangeListeners.ts'
import { RecordWriter } from '../records/changes/RecordWriter.ts'
import type { LoggedChanges } from '../records/RecordsContext.ts'
import { findLoggedChanges } from '../webHooks/loggedChanges.ts'
import { loadWebHooks } from '../webHooks/storedWebHooks.ts'
import { createHostService } from './createHostService.ts'
import { appliedMigrations, findMigrationFiles, forgetMigration, type MigrationFolders } from './migrationFiles.ts'
import { type OpenMigrationApi, startNative } from './native/startNative.ts'
import { ScriptFailedError, type ScriptThread } from './ScriptThread.ts'
import type { MigrationFile } from './scriptMessages.ts'
import { startScripts } from './startScripts.ts'

export interface MigrationOptions extends Pick<Config, 'encryptionKey'> {
  /** The folder of hooks. If there is one, all changes are logged for them. */
  hooksDir?: string | undefined
  fixedSettings: Config['fixedSettings'] | undefined
  folders: MigrationFolders
  /** Performs the requests of native migrations. */
  openApi: OpenMigrationApi
  /** Maximum duration of each migration in milliseconds. */
  timeoutMs: number
  /** Accepts warnings about what the rules of migrations have opened. */
  log: WideningContext['log']
}

/** Turns the failure of a migration into a sentence for the command line. */
function explainFailure(error: unknown, action: 'apply' | 'revert'): unknown {
  if (!(error instanceof ScriptFailedError)) return error
  return new Error(`Failed to ${action} migration ${error.file}: ${error.message}`, { cause: error })
}

/** Divides files into groups of one kind, in their order. Each is loaded when the groups before have run. */
function groupsOf(files: readonly MigrationFile[]): MigrationFile[][] {
  const groups: MigrationFile[][] = []
  for (const file of files) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === file.kind) last.push(file)
    else groups.push([file])
  }
  return groups
}

/** The database and the transaction of migrations, and which changes are logged. */
interface Running {
  db: Engine
  transaction: Transaction
  logged: LoggedChanges | undefined
}

/** Loads files of one kind in a thread and runs work with it. The changes of records in the work are published when it ends. */
async function withThread<T>(
  { db, transaction, logged }: Running,
  files: readonly MigrationFile[],
  options: MigrationOptions,
  work: (thread: ScriptThread, registered: readonly string[]) => Promise<T>,
): Promise<T> {
  const { timeoutMs, encryptionKey, openApi } = options
  const records = new RecordWriter(transaction, { listeners: noListeners, logged, actor: { kind: 'server' } })
  const host = createHostService(records, options)
  const thread =
    files[0]?.kind === 'native'
      ? startNative(openApi(db, transaction, host), { timeoutMs, encryptionKey })
      : startScripts(host, { timeoutMs, encryptionKey })
  try {
    const registered = await thread.load(files).catch(error => {
      if (!(error instanceof ScriptFailedError)) throw error
      throw new Error(`failed to run migration ${error.file}: ${error.message}`, { cause: error })
    })
    const result = await work(thread, registered)
    await records.finish()
    return result
  } finally {
    await thread.close()
  }
}

/** Runs migrations in a transaction. An engine can repeat a transaction, but a migration that has failed is not run again. */
async function inTransaction<T>(db: Engine, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  let failure: Error | undefined
  return db.transaction(async transaction => {
    if (failure) throw failure
    return work(transaction).catch(error => {
      if (error instanceof Error && error.cause instanceof ScriptFailedError) failure = error
      throw error
    })
  })
}

/** Performs a change of collections by migrations, then logs what it has opened, unless `hasChanged` says that it changed nothing. */
function withExposure<T>(
  db: Engine,
  { log }: MigrationOptions,
  change: () => Promise<T>,
  hasChanged?: (result: T) => boolean,
): Promise<T> {
  const memory = new CollectionMemory()
  return logExposure({ db, log, snapshot: async () => ({ catalog: await loadCatalog(db, 0, memory) }) }, change, hasChanged)
}

const loggedChangesOf = async (db: Engine, { encryptionKey, hooksDir }: MigrationOptions) =>
  findLoggedChanges(db, await loadWebHooks(db, encryptionKey), { logsAll: hooksDir !== undefined })

/** Returns the files that have not been applied, by name. Some of them may not call `migrate()`. */
export async function findPending(db: Reader, { folders }: Pick<MigrationOptions, 'folders'>) {
  const applied = new Set(await appliedMigrations(db))
  return findMigrationFiles(folders).filter(({ name }) => !applied.has(name))
}

/**
 * Applies all pending migrations in one transaction, and returns their names.
 * @throws Error with a sentence for the command line. Then nothing has changed.
 */
export async function applyMigrations(db: Engine, options: MigrationOptions): Promise<string[]> {
  if ((await findPending(db, options)).length === 0) return []
  const logged = await loggedChangesOf(db, options)
  const apply = async (transaction: Transaction): Promise<string[]> => {
    const applied: string[] = []
    for (const files of groupsOf(await findPending(transaction, options))) {
      await withThread({ db, transaction, logged }, files, options, async (thread, registered) => {
        for (const name of registered) {
          await thread.run(name, 'up').catch(error => {
            throw explainFailure(error, 'apply')
          })
          await recordMigrations(transaction, [name])
          applied.push(name)
        }
      })
    }
    return applied
  }
  // Another process can have applied them while this one waited for the database. It has logged what they opened.
  return withExposure(
    db,
    options,
    () => inTransaction(db, apply),
    applied => applied.length > 0,
  )
}

/** Returns the last applied migrations that have a file, the last one first. */
export async function findRevertible(db: Engine, { folders }: MigrationOptions, count: number): Promise<MigrationFile[]> {
  const files = new Map(findMigrationFiles(folders).map(file => [file.name, file]))
  const applied = (await appliedMigrations(db)).flatMap(name => files.get(name) ?? [])
  return count < 0 ? applied : applied.slice(0, count)
}

/**
 * Reverts migrations in one transaction, in the given order. One without a way down is only forgotten.
 * @throws Error with a sentence for the command line. Then nothing has changed.
 */
export async function revertMigrations(db: Engine, options: MigrationOptions, files: readonly MigrationFile[]): Promise<void> {
  const logged = await loggedChangesOf(db, options)
  const revert = async (transaction: Transaction): Promise<void> => {
    for (const group of groupsOf(files)) {
      await withThread({ db, transaction, logged }, group, options, async thread => {
        for (const { name } of group) {
          await thread.run(name, 'down').catch(error => {
            throw explainFailure(error, 'revert')
          })
          await forgetMigration(transaction, name)
        }
      })
    }
  }
  await withExposure(db, options, () => inTransaction(db, revert))
}

/** Forgets the applied migrations that have no file any more. Migrations of PocketBase itself stay. */
export function forgetMissing(db: Engine, { folders }: MigrationOptions): Promise<void> {
  const files = new Set(findMigrationFiles(folders).map(({ name }) => name))
  return db.transaction(async transaction => {
    for (const name of await appliedMigrations(transaction))
      if (!name.endsWith('.go') && !files.has(name)) await forgetMigration(transaction, name)
  })
}
