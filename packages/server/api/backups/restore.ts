import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Begins to put a backup in place of all data; how that went is told in the log. */
export const restoreBackup: Endpoint = {
  method: 'POST',
  path: '/backups/:key/restore',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ request }) => ({ backup: { do: 'restore', key: request.params.key ?? '' } }),
}
