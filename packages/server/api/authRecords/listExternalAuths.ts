import { jsonReply } from '../../messages/ApiReply.ts'
import { listExternalAuths as list } from '../../rows/externalAuths.ts'
import type { Endpoint } from '../contract.ts'
import { adminOrOwnerOnly } from '../guards.ts'
import { getAuthRecord } from './getAuthRecord.ts'

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
  runs: 'reads',
  guard: adminOrOwnerOnly,
  handle: async call => {
    const { collection, values } = await getAuthRecord(call)
    return jsonReply(await list(call.app.db, collection.id, String(values.id)))
  },
}
