/** What the command line says; plain data, so that every thread gets a copy. */
export interface Config {
  /** Absolute path of the data directory. */
  dataDir: string
  /** The key of the stored settings, or '' when they are stored as plain JSON. */
  encryptionKey: string
  /** Seconds that one read may take. */
  queryTimeout: number
}
