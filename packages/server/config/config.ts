import type { Durability } from '../db/openDatabase.ts'

/** What the command line says; plain data, so that every thread gets a copy. */
export interface Config {
  /** Absolute path of the data directory. */
  dataDir: string
  /** The key of the stored settings, or '' when they are stored as plain JSON. */
  encryptionKey: string
  /** Seconds that one read may take. */
  queryTimeout: number
  /** Whether an answered change survives a loss of power (`full`, which is what it is when absent) or only the end of the process. */
  durability?: Durability
  /** Print each log entry and each statement. */
  dev?: boolean
  /** Lets a browser create the first admin from any address; printed when the server starts. */
  setupCode?: string
  /** Whether the filters and sorts of clients join records that the client must not list, as servers of the 0.22 line do. */
  compatibleFilters?: boolean
  /** Milliseconds that an S3 server has to answer a request; half a minute when absent. */
  storagePatience?: number
}
