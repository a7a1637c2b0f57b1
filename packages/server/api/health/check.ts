import type { Endpoint } from '../contract.ts'

const suspended = 'Changes are rejected because the disk failed to store data. Reads go on. See the console of the server.'

/**
 * Returns whether the server accepts changes, and whether a backup may be made now. Admins also learn how the last restore and the last
 * automatic backup ended.
 */
export const checkHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  runs: 'reads',
  handle: async ({ app: { versions }, requester }) => {
    if (versions.areWritesSuspended()) return { status: 503, json: { message: suspended, code: 503, data: { canBackup: false } } }
    const json = { message: 'API is healthy.', code: 200, data: { canBackup: !versions.isBackupUnderWay() } }
    return requester.kind === 'admin' ? { backup: { do: 'health', json } } : { json }
  },
}
