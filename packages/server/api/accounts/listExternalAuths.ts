import { listExternalAuths as list } from '../../rows/externalAuths.ts'
import type { Endpoint } from '../contract.ts'
import { adminOrOwnerOnly } from '../guards.ts'
import { findAccountRecord } from './findAccountRecord.ts'

/** The accounts of OAuth2 providers that are linked to an account. */
export const listExternalAuths: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/records/:id/external-auths',
  runs: 'reads',
  guard: adminOrOwnerOnly,
  handle: async call => {
    const { collection, values } = await findAccountRecord(call)
    return { json: await list(call.app.db, collection.id, String(values.id)) }
  },
}
