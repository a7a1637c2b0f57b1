import type { Versions } from '../../cache/versions.ts'

const suspended = 'Changes are rejected because the disk failed to store data. Reads go on. See the console of the server.'

/** Returns whether the server accepts changes, and whether a backup can be created now. */
export const healthOf = (versions: Versions) =>
  versions.areWritesSuspended()
    ? { status: 503, json: { message: suspended, code: 503, data: { canBackup: false } } }
    : { status: 200, json: { message: 'API is healthy.', code: 200, data: { canBackup: !versions.isBackupUnderWay() } } }
