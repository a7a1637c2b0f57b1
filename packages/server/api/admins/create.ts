import { emptyAdminForm } from '../../auth/AdminForm.ts'
import { adminJson, countAdmins } from '../../auth/admins.ts'
import { createAdmin as create } from '../../auth/saveAdmin.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { requiresAdmin } from '../guards.ts'
import { adminOrFirstAdminOnly } from './firstAdmin.ts'
import { adminForm, readAdminForm } from './readAdminForm.ts'

/** Creates an admin. The first one is created without signing in. */
export const createAdmin: Endpoint = {
  method: 'POST',
  path: '/admins',
  operation: {
    id: 'createAdmin',
    summary: 'Create an admin',
    body: { form: adminForm, required: ['email', 'password', 'passwordConfirm'] },
    returns: 'Admin',
  },
  runs: 'writes',
  guard: adminOrFirstAdminOnly,
  handle: async ({ app, request, requester }) => {
    const admin = await create(app.db, { ...emptyAdminForm, ...readAdminForm(request) }, async reader => {
      if (requester.kind !== 'admin' && (await countAdmins(reader)) > 0) throw requiresAdmin()
    })
    return jsonReply(adminJson(admin), { effects: [{ kind: 'adminsChanged' }] })
  },
}
