import { jsonReply } from '../../messages/ApiReply.ts'
import { listExternalAuths as list } from '../../records/rows/externalAuths.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthRecord } from '../getCollection.ts'
import { adminOrOwnerOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { callAround, plainValue, recordValue } from '../scriptEvents.ts'

/** Lists the OAuth2 accounts that are linked to an auth record. */
export const listExternalAuths: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/records/:id/external-auths',
  operation: {
    id: 'list{}ExternalAuths',
    summary: 'List the linked OAuth2 accounts of a record',
    of: 'auth',
    returns: 'ExternalAuths',
  },
  guard: adminOrOwnerOnly,
  steps: inReader(async call => {
    const record = await getAuthRecord(call)
    const { collection, values } = record
    const auths = await list(call.app.db, collection.id, String(values.id))
    return callAround(call, ['onRecordListExternalAuthsRequest'], jsonReply(auths), () => ({
      collection,
      values: { record: recordValue(record), externalAuths: plainValue(auths) },
      answer: { is: 'value', of: 'externalAuths' },
    }))
  }),
}
