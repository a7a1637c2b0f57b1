import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { listExternalAuths, removeExternalAuth as remove } from '../../records/rows/externalAuths.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthRecord } from '../getCollection.ts'
import { adminOrOwnerOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'
import { callAround, callBefore, plainValue, recordValue } from '../scriptEvents.ts'

/** Unlinks an OAuth2 provider from an auth record, even the last one. */
export const removeExternalAuth: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id/external-auths/:provider',
  operation: { id: 'unlink{}ExternalAuth', summary: 'Unlink an OAuth2 account from a record', of: 'auth', returns: 'nothing' },
  guard: adminOrOwnerOnly,
  steps: inWriter(async call => {
    const record = await getAuthRecord(call)
    const { collection, values } = record
    const { app, request } = call
    const linked = request.scripts ? await listExternalAuths(app.db, collection.id, String(values.id)) : []
    const externalAuth = linked.find(({ provider }) => provider === request.params.provider)
    const events = { collection, values: { record: recordValue(record), externalAuth: plainValue(externalAuth) } }
    const hooks = externalAuth && callBefore(call, ['onRecordBeforeUnlinkExternalAuthRequest'], events)
    if (hooks) return hooks
    const wasLinked = await app.db.transaction(transaction =>
      remove(transaction, collection.id, String(values.id), request.params.provider ?? ''),
    )
    if (!wasLinked) throw new Rejection('missing', { code: 'externalAuthMissing' })
    return callAround(call, ['onRecordAfterUnlinkExternalAuthRequest'], emptyReply(), () => events)
  }),
}
