import { notFound } from '../../errors/ApiError.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { removeExternalAuth as remove } from '../../rows/externalAuths.ts'
import type { Endpoint } from '../contract.ts'
import { adminOrOwnerOnly } from '../guards.ts'
import { getAuthRecord } from './getAuthRecord.ts'

/** Unlinks an OAuth2 provider from an auth record, even the last one. */
export const removeExternalAuth: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id/external-auths/:provider',
  operation: { id: 'unlink{}ExternalAuth', summary: 'Unlink an OAuth2 account from a record', of: 'auth', returns: 'nothing' },
  runs: 'writes',
  guard: adminOrOwnerOnly,
  handle: async call => {
    const { collection, values } = await getAuthRecord(call)
    const { app, request } = call
    const wasLinked = await app.db.transaction(transaction =>
      remove(transaction, collection.id, String(values.id), request.params.provider ?? ''),
    )
    if (!wasLinked) throw notFound('Missing external auth provider relation.')
    return emptyReply()
  },
}
