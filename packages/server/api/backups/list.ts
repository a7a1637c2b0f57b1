import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** All backups with their sizes and times. */
export const listBackups: Endpoint = {
  method: 'GET',
  path: '/backups',
  runs: 'reads',
  guard: adminOnly,
  handle: async () => ({ backup: { do: 'list' } }),
}
