import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Starts to replace all data with a backup. The log has the result. */
export const restoreBackup: Endpoint = {
  method: 'POST',
  path: '/backups/:key/restore',
  operation: { id: 'restoreBackup', summary: 'Replace all data with a backup', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ backups, request }) => {
    await backups.restore(request.params.key ?? '')
    return emptyReply()
  }),
}
