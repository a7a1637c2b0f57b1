import { jsonReply } from '../../messages/ApiReply.ts'
import { undoChanges } from '../../records/undo/undoChanges.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Restores the records that were deleted under a key. Returns the records that cannot be restored. */
export const undoDeletion: Endpoint = {
  method: 'POST',
  path: '/deletions/:key/undo',
  operation: { id: 'undoDeletion', summary: 'Undo the changes that were made under a key', returns: 'UndoResult' },
  runs: 'writes',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { effects, ...json } = await undoChanges(app, request.params.key ?? '')
    return jsonReply(json, { effects })
  },
}
