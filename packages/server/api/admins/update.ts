import { emptyAdminForm } from '../../auth/AdminForm.ts'
import { adminJson } from '../../auth/admins.ts'
import { changeAdmin } from '../../auth/saveAdmin.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { adminForm, readAdminForm } from './readAdminForm.ts'

/** Updates an admin. A new password invalidates all of the admin's tokens. */
export const updateAdmin: Endpoint = {
  method: 'PATCH',
  path: '/admins/:id',
  operation: { id: 'updateAdmin', summary: 'Update an admin', body: { form: adminForm }, returns: 'Admin' },
  runs: 'writes',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const sent = readAdminForm(request)
    const { before, after } = await changeAdmin(app.db, request.params.id ?? '', ({ email, avatar }) => ({
      ...emptyAdminForm,
      email,
      avatar,
      ...sent,
    }))
    const { tokenKey } = before
    return jsonReply(adminJson(after), { effects: tokenKey === after.tokenKey ? [] : [{ kind: 'tokensRevoked', tokenKey }] })
  },
}
