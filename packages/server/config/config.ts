import manifest from '../package.json' with { type: 'json' }

/** A setting whose value comes from an environment variable. It replaces the stored value and cannot be changed. */
export interface FixedSetting {
  /** The path in the settings, such as `smtp.host`. */
  path: string
  /** The name of the environment variable. */
  variable: string
  value: unknown
}

/** The paths of a certificate and its key. */
export interface CertificatePaths {
  certificate: string
  key: string
}

/** The options of HTTPS. */
export interface HttpsOptions {
  /** The domains of the server. The start message shows the first one. */
  domains: readonly string[]
  /** The files of the certificate, or the directory of the authority that issues it. */
  source: { kind: 'files'; files: CertificatePaths } | { kind: 'acme'; directoryUrl: string }
}

/** How changes of collections are written as migrations: into the folder of their kind. */
export interface WrittenMigrations {
  kind: 'native' | 'script'
  /** The folders of all migrations, see `migrations/migrationFiles.ts`. */
  folders: { native: string; script: string }
}

export const nodeAddressLength = 12

/** The configuration from the command line: plain data, so that every thread gets a copy. */
export interface Config {
  /** The absolute path of the data directory. */
  dataDir: string
  /** The address of the PostgreSQL database; undefined for SQLite files in the data directory. */
  database?: string | undefined
  /** The name of this server among several on the same PostgreSQL database; undefined for the only server of its database. */
  node?: string
  /** The address by which other nodes reach this process, of `nodeAddressLength` characters. Ids of its event streams begin with it. */
  nodeAddress?: string
  /** Whether the nodes have one folder of files in common (for tests). Default: they need S3. */
  sharesFiles?: boolean
  /** Milliseconds by which a node may answer later than other nodes have confirmed. Rules are never outdated. Default: 0. */
  freshnessMs?: number
  /** The version of PocketBase that a new installation starts with, for clients that show none and for rules. Default: 0.22. */
  firstDialect?: 'v022' | 'today'
  /** The encryption key of the stored settings; '' if they are stored as plain JSON. */
  encryptionKey: string
  /** Maximum duration of a read in seconds. */
  queryTimeout: number
  /** Whether a confirmed change survives a power failure (`full`, the default) or only the end of the process. */
  durability?: 'full' | 'normal'
  /** Prints each log entry and each statement. */
  dev?: boolean
  /** The setup code, with which a browser can create the first admin from any address. Printed when the server starts. */
  setupCode?: string
  /** Whether filters and sorts of clients can read records that the client cannot list, as in PocketBase 0.22. */
  compatibleFilters?: boolean
  /** Timeout of an S3 request in milliseconds. Default: 30,000. */
  storageTimeoutMs?: number
  /** Whether and how to serve HTTPS. Default: only HTTP. */
  https?: HttpsOptions
  /** The folder of hooks. While there is one, all changes are logged. */
  hooksDir?: string
  /** If changes of collections are written as migrations, how. */
  writtenMigrations?: WrittenMigrations
  /** The settings that environment variables fix. */
  fixedSettings?: readonly FixedSetting[]
  /** Addresses, networks and names (`loopback` …) of trusted proxies, whose `X-Forwarded-For` is used. Default: `loopback`. */
  trustedProxies?: readonly string[]
}

/** Returns the version of this server, as its package states it. */
export function productVersion(): string {
  return manifest.version
}
