import { emptyReply } from '../../messages/ApiReply.ts'
import { getDeletable, deleteRecord as remove } from '../../records/deleteRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { eventActorOf } from '../../records/rules/eventActorOf.ts'
import { readRuleData } from '../body/readData.ts'
import type { Endpoint } from '../contract.ts'
import { getWritableCollection } from '../getCollection.ts'
import { inWriter } from '../Steps.ts'
import { callHooks, hasHook } from './hooks.ts'
import { assertNoInsideHook, turnForHooks, withInsideHooks } from './insideHooks.ts'
import { hasDeletionScripts } from './scripts.ts'
import { readUndoKey, undoForAdminsOnly } from './undoKey.ts'

/**
 * Deletes a record and the records that cascade. The body is optional; rules can refer to it. With the `undo` query parameter of an
 * admin, the deleted records are retained for a while.
 */
export const deleteRecord: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id',
  operation: {
    id: 'delete{}Record',
    summary: 'Delete a record',
    of: 'tables',
    rule: 'delete',
    query: ['undo'],
    returns: 'nothing',
  },
  guard: undoForAdminsOnly,
  steps: inWriter(async call => {
    const { app, request, requester } = call
    const collection = getWritableCollection(call)
    const actor = createActor(requester, request, { data: readRuleData(request) })
    if (hasHook(call, collection, 'delete')) {
      const record = await getDeletable(app, actor, collection, request.params.id ?? '')
      return callHooks(call, collection, 'delete', { record })
    }
    if (hasDeletionScripts(call, collection)) {
      const { values } = await getDeletable(app, actor, collection, request.params.id ?? '')
      assertNoInsideHook(call, collection)
      const undoKey = readUndoKey(request)
      const deletion = { collectionId: collection.id, values, actor: eventActorOf(requester), ...(undoKey && { undoKey }) }
      return { kind: 'callScripts', call: { kind: 'deletion', ...deletion } }
    }
    const hookTurn = turnForHooks(call, collection, 'delete')
    if (hookTurn) return hookTurn
    const hookedApp = withInsideHooks(call, collection, 'delete')
    await remove(hookedApp, actor, collection, request.params.id ?? '', readUndoKey(request))
    return emptyReply()
  }),
}
