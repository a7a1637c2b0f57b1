import type { Endpoint } from '../contract.ts'

/** Tells that the server answers, and whether a backup may be made now. */
export const checkHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  runs: 'reads',
  handle: async ({ app }) => ({
    json: { message: 'API is healthy.', code: 200, data: { canBackup: !app.versions.isBackupUnderWay() } },
  }),
}
