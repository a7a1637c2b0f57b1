import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Returns the load of the last hour by minute, which the main thread measures. */
export const loadHistory: Endpoint = {
  method: 'GET',
  path: '/load',
  operation: { id: 'loadHistory', summary: 'View the load of the last hour by minute', returns: 'LoadHistory' },
  runs: 'reads',
  guard: adminOnly,
  handle: async () => ({ kind: 'loadHistory' }),
}
