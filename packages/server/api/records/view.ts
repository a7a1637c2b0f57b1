import { jsonReply } from '../../messages/ApiReply.ts'
import { viewRecord as view } from '../../records/readRecords.ts'
import { readRecord } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import type { Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { parameter } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { callAround, recordValue } from '../scriptEvents.ts'
import { serializeRecord } from '../v022/write/SerializedRecord.ts'
import { callHooks, hasHook } from './hooks.ts'

/** Returns one record if the requester can see it. */
export const viewRecord: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/records/:id',
  operation: {
    id: 'view{}Record',
    summary: 'View a record',
    of: 'all',
    rule: 'view',
    query: ['expand', 'fields'],
    returns: '{}Record',
  },
  caches: true,
  steps: inReader(async call => {
    const { app, request, requester, allowsLarge } = call
    const collection = getCollection(call)
    const actor = createActor(requester, request)
    const { id = '' } = request.params
    const record = await view(app, actor, collection, id, { expand: parameter(request, 'expand'), allowsLarge })
    if (hasHook(call, collection, 'view'))
      return callHooks(call, collection, 'view', { record: readRecord(collection, record.row) })
    return callAround(call, ['onRecordViewRequest'], jsonReply(serializeRecord(record)), () => ({
      collection,
      values: { record: recordValue(readRecord(collection, record.row)) },
      answer: { is: 'record', of: 'record' },
    }))
  }),
}
