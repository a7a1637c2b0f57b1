import { jsonReply } from '../../messages/ApiReply.ts'
import { isModelHook } from '../../messages/ScriptedCall.ts'
import { undoChanges } from '../../records/undo/undoChanges.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'

const actions = { create: 'Create', update: 'Update' } as const

/** Restores the records that were deleted under a key. Returns the records that cannot be restored. */
export const undoDeletion: Endpoint = {
  method: 'POST',
  path: '/deletions/:key/undo',
  operation: { id: 'undoDeletion', summary: 'Undo the changes that were made under a key', returns: 'UndoResult' },
  guard: adminOnly,
  steps: inWriter(async ({ app, request, requester }) => {
    const { changed, ...result } = await undoChanges(app, requester, request.params.key ?? '')
    if (!request.scripts?.some(isModelHook)) return jsonReply(result)
    const changes = changed.map(({ action, ...record }) => ({ action: actions[action], ...record }))
    return { kind: 'callScripts', call: { kind: 'undone', changes }, reply: jsonReply(JSON.stringify(result)) }
  }),
}
