import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

export const deleteBackup: Endpoint = {
  method: 'DELETE',
  path: '/backups/:key',
  operation: { id: 'deleteBackup', summary: 'Delete a backup', returns: 'nothing' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ request }) => ({ kind: 'backup', task: { do: 'remove', key: request.params.key ?? '' } }),
}
