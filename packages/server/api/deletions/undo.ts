import { undoDeletions } from '../../records/undo/undoDeletions.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Puts back what was deleted under a key, as far as it can come back, and says what cannot. */
export const undoDeletion: Endpoint = {
  method: 'POST',
  path: '/deletions/:key/undo',
  runs: 'writes',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { effects, ...json } = await undoDeletions(app, request.params.key ?? '')
    return { json, effects }
  },
}
