import { removeAdmin } from '../../auth/saveAdmin.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Deletes an admin, unless it is the only one. */
export const deleteAdmin: Endpoint = {
  method: 'DELETE',
  path: '/admins/:id',
  operation: { id: 'deleteAdmin', summary: 'Delete an admin', returns: 'nothing' },
  runs: 'writes',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { tokenKey } = await removeAdmin(app.db, request.params.id ?? '')
    return emptyReply({ effects: [{ kind: 'adminsChanged' }, { kind: 'tokensRevoked', tokenKey }] })
  },
}
