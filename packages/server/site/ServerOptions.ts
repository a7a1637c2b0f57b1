import type { CodeOptions } from '../code/ProcessPool.ts'
import type { Config } from '../config/config.ts'
import type { RetryPauses } from '../crypto/certificates/acme/schedule.ts'
import type { HostDialects } from '../http/requests/hostDialects.ts'
import type { MailTimeLimits } from '../mail/MailQueue.ts'
import type { MigrationFolders } from '../migrations/migrationFiles.ts'
import type { CallLimits } from '../pbHooks/ScriptThread.ts'
import type { Limits } from '../runtime/clients/resources.ts'

/** How the files of `pb_hooks` are run. */
interface PbHooksOptions {
  folder: string
  /** Maximum number of threads. */
  pool: number
  isWatched: boolean
  /** What calls can take (for tests). */
  limits?: Partial<CallLimits>
}

/** The options of a server. */
export interface ServerOptions extends Config {
  /** Whether requests are handled in this thread (for tests) or in a pool of threads. */
  threads: 'inline' | 'pool'
  /** Allowed origins of browser requests. Default: all. */
  origins?: readonly string[]
  /** The dialects of the API by the host that a request is sent to. Default: none. */
  dialects?: HostDialects
  /** Whether to create a database in a directory with other files of an instance. Default: an error. */
  newDatabase?: boolean
  /** The folder of files served below `/`. Default: `pb_public` beside the data directory. */
  publicDir?: string
  /** The folders of migrations. Default: `migrations` and `pb_migrations` beside the data directory. */
  migrationFolders?: Partial<MigrationFolders>
  /** Maximum duration of each migration in seconds. Default: 300. */
  migrationTimeout?: number
  /** Whether the public index.html is served for missing pages. Default: true. */
  indexFallback?: boolean
  /** The folder of the built dashboard. */
  dashboardDir?: string
  /** Limits of what clients can hold and cause. Others have the defaults of `runtime/clients/resources.ts`. */
  limits?: Limits
  /** Whether repeated failed sign-ins are throttled. */
  limitTries?: boolean
  /** Called if neither the new nor the old data can be opened after a restore, so that the server cannot continue. */
  onUnrecoverable?: (error: unknown) => void
  /** Maximum size of `logs.db` in bytes. Default: 500 MB. */
  maxLogBytes?: number
  /** The token that protects the metrics. Without one, they are off. */
  metricsToken?: string
  /** The pauses between orders of certificates (for tests). */
  orderPauses?: RetryPauses
  /** How the processes of hooks are run. */
  code?: CodeOptions
  /** The folder of hooks of PocketBase 0.22. Default: none. */
  pbHooks?: PbHooksOptions
  /** Whether web hooks can send to private addresses. Default: only to public ones. */
  privateWebHooks?: boolean
  /** The delays in milliseconds after failed attempts to deliver a web hook (for tests). */
  webHookRetryDelaysMs?: readonly number[]
  /** The timeouts and delays of mails (for tests). */
  mailTimeLimits?: MailTimeLimits
}

/** Returns the options that every thread receives. */
export function configOf({
  dataDir,
  database,
  node,
  nodeAddress,
  sharesFiles,
  freshnessMs,
  firstDialect,
  encryptionKey,
  queryTimeout,
  durability = 'full',
  dev,
  setupCode,
  compatibleFilters,
  storageTimeoutMs,
  https,
  fixedSettings,
  hooksDir,
  writtenMigrations,
  trustedProxies,
}: ServerOptions): Config {
  return {
    dataDir,
    database,
    encryptionKey,
    queryTimeout,
    durability,
    ...(node === undefined ? {} : { node }),
    ...(nodeAddress === undefined ? {} : { nodeAddress }),
    ...(sharesFiles ? { sharesFiles } : {}),
    ...(freshnessMs === undefined ? {} : { freshnessMs }),
    ...(firstDialect === undefined ? {} : { firstDialect }),
    ...(dev ? { dev } : {}),
    ...(setupCode === undefined ? {} : { setupCode }),
    ...(compatibleFilters ? { compatibleFilters } : {}),
    ...(storageTimeoutMs === undefined ? {} : { storageTimeoutMs }),
    ...(https ? { https } : {}),
    ...(fixedSettings ? { fixedSettings } : {}),
    ...(hooksDir === undefined ? {} : { hooksDir }),
    ...(writtenMigrations ? { writtenMigrations } : {}),
    ...(trustedProxies ? { trustedProxies } : {}),
  }
}
