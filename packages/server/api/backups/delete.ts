import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

export const deleteBackup: Endpoint = {
  method: 'DELETE',
  path: '/backups/:key',
  operation: { id: 'deleteBackup', summary: 'Delete a backup', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ backups, request }) => {
    await backups.remove(request.params.key ?? '')
    return emptyReply()
  }),
}
