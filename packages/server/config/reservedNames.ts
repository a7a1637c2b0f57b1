/** What lies in this folder of a data directory is removed at the next start. */
export const temporaryFolder = '.pb_temp_to_delete'

/** Where backups are kept unless they go to S3. */
export const backupsFolder = 'backups'

/** Where a restore gets its data ready, and keeps the earlier data until the new is served. */
export const restoreFolder = '.coffer_restore'

/** Held by the server that runs on the directory. */
export const lockFile = '.coffer.lock'

const reserved = new Set([temporaryFolder, backupsFolder, restoreFolder, lockFile, `${lockFile}-journal`, 'lost+found'])

/** Whether an entry of a data directory stays where it is, whatever is backed up and restored. */
export const isReserved = (name: string): boolean => reserved.has(name)
