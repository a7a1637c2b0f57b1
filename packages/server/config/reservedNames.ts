/** The folder of a data directory whose content is removed at the next start. */
export const temporaryFolder = '.pb_temp_to_delete'

/** The folder of backups that are not stored in S3. */
export const backupsFolder = 'backups'

/** The folder in which a restore prepares the new data, and retains the old data until the new data is served. */
export const restoreFolder = '.coffer_restore'

/** The folder with the databases of a move from PostgreSQL that is not complete. */
export const moveFolder = '.coffer_move'

/** The folder of files that belonged to no record, until they are removed. */
export const orphanedFolder = '.coffer_orphaned'

/** The lock file of the running server. */
export const lockFile = '.coffer.lock'

/** The folder of the certificates from an authority, and their keys. */
export const certificatesFolder = '.autocert_cache'

/** The folder in which Litestream stores what it has not replicated yet, unless it is configured otherwise. */
const replicationFolder = '.data.db-litestream'

const reserved = new Set([
  temporaryFolder,
  backupsFolder,
  restoreFolder,
  moveFolder,
  orphanedFolder,
  certificatesFolder,
  replicationFolder,
  lockFile,
  `${lockFile}-journal`,
  'lost+found',
])

/** Whether an entry of a data directory is excluded from backups and restores. */
export function isReserved(name: string): boolean {
  return reserved.has(name)
}
