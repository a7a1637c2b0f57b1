import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Examines the data directory and returns the findings. The main thread runs the examination in a thread of its own. */
export const examine: Endpoint = {
  method: 'GET',
  path: '/doctor',
  operation: { id: 'examine', summary: 'Examine the installation', returns: 'DoctorReport' },
  runs: 'reads',
  guard: adminOnly,
  handle: async () => ({ kind: 'examination' }),
}
