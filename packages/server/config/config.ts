import type { Durability } from '../db/engine.ts'

/** A setting whose value comes from an environment variable. It replaces the stored value and cannot be changed. */
export interface FixedSetting {
  /** The path in the settings, such as `smtp.host`. */
  path: string
  /** The name of the environment variable. */
  variable: string
  value: unknown
}

/** The configuration from the command line: plain data, so that every thread gets a copy. */
export interface Config {
  /** The absolute path of the data directory. */
  dataDir: string
  /** The address of the PostgreSQL database; undefined for SQLite files in the data directory. */
  database?: string
  /** The encryption key of the stored settings; '' if they are stored as plain JSON. */
  encryptionKey: string
  /** Maximum duration of a read in seconds. */
  queryTimeout: number
  /** Whether a confirmed change survives a power failure (`full`, the default) or only the end of the process. */
  durability?: Durability
  /** Prints each log entry and each statement. */
  dev?: boolean
  /** The setup code, with which a browser can create the first admin from any address. Printed when the server starts. */
  setupCode?: string
  /** Whether filters and sorts of clients can read records that the client cannot list, as in PocketBase 0.22. */
  compatibleFilters?: boolean
  /** Timeout of an S3 request in milliseconds. Default: 30,000. */
  storageTimeoutMs?: number
  /** The settings that environment variables fix. */
  fixedSettings?: readonly FixedSetting[]
}
