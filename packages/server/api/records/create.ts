import { createRecord as create } from '../../records/createRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { assertNotAdminOnly } from '../../records/rules/conditions.ts'
import type { Endpoint } from '../contract.ts'
import { getWritableCollection } from '../getCollection.ts'
import { inWriter } from '../Steps.ts'
import { respondWithRecord, serializeChanged } from './changedRecord.ts'
import { callHooks, hasHook, withHooked } from './hooks.ts'
import { turnForHooks, withInsideHooks, withLeftValues } from './insideHooks.ts'
import { maxRecordBytes, precheckUploads } from './precheck.ts'
import { parseRecord, readRecordInput } from './readInput.ts'
import { callScripts, hasScripts, withScripts } from './scripts.ts'
import { turnToHash } from './turnToHash.ts'

/** Creates a record and returns it as the requester can see it. */
export const createRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/records',
  operation: {
    id: 'create{}Record',
    summary: 'Create a record',
    of: 'tables',
    rule: 'create',
    query: ['expand', 'fields'],
    body: { json: '{}Create', multipart: '{}CreateForm' },
    returns: '{}Record',
  },
  body: { maxBytes: maxRecordBytes, precheck: precheckUploads('create'), parse: parseRecord },
  steps: inWriter(async call => {
    const { app, request, requester } = call
    const collection = getWritableCollection(call)
    // An invalid body must not hide that only admins can create records.
    assertNotAdminOnly(collection, 'create', requester)
    const input = withHooked(readRecordInput(call, collection), request)
    if (hasHook(call, collection, 'create')) return callHooks(call, collection, 'create', { input: input.values })
    const turn = turnToHash(call, [{ collection, values: input.values }])
    if (turn) return turn
    if (hasScripts(call, collection, 'Create'))
      return callScripts('Create', input, validated => create(app, createActor(requester, request), collection, validated))
    const hookTurn = turnForHooks(call, collection, 'create')
    if (hookTurn) return hookTurn
    const hookedApp = withInsideHooks(call, collection, 'create')
    const created = await create(hookedApp, createActor(requester, request), collection, withScripts(input, request))
    return respondWithRecord(call, await withLeftValues(hookedApp, created))
  }).inReader(serializeChanged),
}
