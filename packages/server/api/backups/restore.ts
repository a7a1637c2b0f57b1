import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Starts to replace all data with a backup. The log has the result. */
export const restoreBackup: Endpoint = {
  method: 'POST',
  path: '/backups/:key/restore',
  operation: { id: 'restoreBackup', summary: 'Replace all data with a backup', returns: 'nothing' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ request }) => ({ kind: 'backup', task: { do: 'restore', key: request.params.key ?? '' } }),
}
