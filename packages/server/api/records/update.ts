import type { Collection } from '@coffer/schema'
import { findPasswordAttempt } from '../../records/prepareUpdate.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { type Actor, createActor } from '../../records/rules/Actor.ts'
import { getUpdatable, updateRecord as update } from '../../records/updateRecord.ts'
import { readRuleData } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getWritableCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { respondWithRecord, serializeChanged } from './changedRecord.ts'
import { callHooks, hasHook, withHooked } from './hooks.ts'
import { turnForHooks, withInsideHooks, withLeftValues } from './insideHooks.ts'
import { maxRecordBytes, precheckUploads } from './precheck.ts'
import { parseRecord, readRecordInput } from './readInput.ts'
import { callScripts, hasScripts, withScripts } from './scripts.ts'
import { turnToHash } from './turnToHash.ts'
import { readUndoKey, undoForAdminsOnly } from './undoKey.ts'

/**
 * Returns the submitted record.
 * @throws Rejection if the requester cannot update the record, or if the body is invalid
 */
async function readUpdate(call: Call, actor: Actor, collection: Collection, id: string): Promise<RecordInput> {
  const { app, request } = call
  try {
    return readRecordInput(call, collection)
  } catch (error) {
    await getUpdatable(app, actor, collection, id, { values: readRuleData(request), files: [] })
    throw error
  }
}

/**
 * Updates a record and returns it as the requester can see it. With the `undo` query parameter of an admin, the overwritten values
 * are retained for a while.
 */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  operation: {
    id: 'update{}Record',
    summary: 'Update a record',
    of: 'tables',
    rule: 'update',
    query: ['expand', 'fields', 'undo'],
    body: { json: '{}Update', multipart: '{}UpdateForm' },
    returns: '{}Record',
  },
  body: { maxBytes: maxRecordBytes, precheck: precheckUploads('update'), parse: parseRecord },
  guard: undoForAdminsOnly,
  steps: inWriter(async call => {
    const { app, request, requester } = call
    const { id = '' } = request.params
    const collection = getWritableCollection(call)
    const actor = createActor(requester, request)
    const undoKey = readUndoKey(request)
    const input = withHooked(await readUpdate(call, actor, collection, id), request)
    const attempt = request.counted ? undefined : await findPasswordAttempt(app, actor, collection, id, input)
    if (attempt) return countAttempt(attempt)
    if (hasHook(call, collection, 'update')) {
      const record = await getUpdatable(app, actor, collection, id, input)
      return callHooks(call, collection, 'update', { input: input.values, record })
    }
    const turn = turnToHash(call, [{ collection, values: input.values }])
    if (turn) return turn
    if (hasScripts(call, collection, 'Update'))
      return callScripts('Update', input, validated => update(app, actor, collection, id, validated))
    const hookTurn = turnForHooks(call, collection, 'update')
    if (hookTurn) return hookTurn
    const hookedApp = withInsideHooks(call, collection, 'update')
    const updated = await update(hookedApp, actor, collection, id, withScripts(input, request), undoKey)
    return respondWithRecord(call, await withLeftValues(hookedApp, updated))
  }).inReader(serializeChanged),
}
