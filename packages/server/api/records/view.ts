import { jsonReply } from '../../messages/ApiReply.ts'
import { getAllowedRow } from '../../records/access/findAllowed.ts'
import { serializeRows } from '../../records/serialization/serializeRecords.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { parameter } from '../parameters.ts'

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
  runs: 'reads',
  caches: 'response',
  handle: async call => {
    const { app, request, requester } = call
    const collection = await getCollection(call)
    const lookup = { catalog: await app.catalog(), request: requestValues(request, requester), rows: app.rows }
    const row = await getAllowedRow(app.db, collection, request.params.id ?? '', 'view', requester, lookup)
    const [json] = await serializeRows(app.db, collection, [row], requester, lookup, parameter(request, 'expand'))
    return jsonReply(json)
  },
}
