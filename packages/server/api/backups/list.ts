import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Lists all backups with their sizes and dates. */
export const listBackups: Endpoint = {
  method: 'GET',
  path: '/backups',
  operation: { id: 'listBackups', summary: 'List backups', returns: 'Backups' },
  runs: 'reads',
  guard: adminOnly,
  handle: async () => ({ kind: 'backup', task: { do: 'list' } }),
}
