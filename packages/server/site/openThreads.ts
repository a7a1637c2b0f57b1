import type { Config } from '../config/config.ts'
import type { Installation } from '../dataDirectory/Installation.ts'
import type { LogEntry } from '../logs/LogEntry.ts'
import { migrateAtStart } from '../migrations/migrateAtStart.ts'
import { defaultMigrationFolders } from '../migrations/migrationFiles.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Threads } from '../threads/Threads.ts'
import type { ServerOptions } from './ServerOptions.ts'

interface ThreadParts {
  options: Pick<ServerOptions, 'migrationFolders' | 'migrationTimeout' | 'threads'>
  config: Config
  installation: Installation
  clients: ClientLedger
}

/** The threads that use the database. */
interface SiteThreads {
  threads: Threads
  /** What the migrations have logged. The log is opened later. */
  warnings: readonly LogEntry[]
}

/**
 * Applies the pending migrations, then opens the threads.
 * @throws Error with a sentence for the command line if a migration fails or the directory cannot be opened
 */
export async function openThreads(
  { options, config, installation, clients }: ThreadParts,
  opened: AsyncDisposableStack,
): Promise<SiteThreads> {
  const warnings: LogEntry[] = []
  const migrations = {
    encryptionKey: config.encryptionKey,
    fixedSettings: config.fixedSettings,
    hooksDir: config.hooksDir,
    folders: { ...defaultMigrationFolders(config.dataDir), ...options.migrationFolders },
    loadApi: async () => (await import('../http/endpoints/openMigrationApi.ts')).openMigrationApi(config),
    timeoutMs: (options.migrationTimeout ?? 300) * 1000,
    log: (entry: LogEntry) => void warnings.push(entry),
  }
  const threads = await migrateAtStart(installation, migrations, async () =>
    options.threads === 'inline'
      ? (await import('../threads/openInlineThreads.ts')).openInlineThreads(config)
      : (await import('../threads/openThreadPool.ts')).openThreadPool(config, clients),
  )
  opened.defer(threads.close)
  return { threads, warnings }
}
