import { findAdmin } from '../../auth/admins.ts'
import { assertValidAdmin } from '../../auth/saveAdmin.ts'
import { emptyAdminForm } from '../../auth/validateAdmin.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter, type Outcome } from '../Steps.ts'
import { adminJson } from '../v022/write/adminJson.ts'
import { adminAfter, callAfterChange, callBeforeChange } from './adminScripts.ts'
import { adminForm, changeRequestedAdmin, readAdminForm } from './readAdminForm.ts'

/**
 * Updates the admin of a request, with the hooks of scripts around it.
 * @param show returns the JSON of an admin
 */
export async function changeAdmin(call: Call, show: (admin: Admin) => unknown): Promise<Outcome<never>> {
  const { app, request } = call
  const stored = request.scripts ? await findAdmin(app.db, request.params.id ?? '') : undefined
  if (stored) {
    const form = { ...emptyAdminForm, email: stored.email, avatar: stored.avatar, ...readAdminForm(request) }
    await assertValidAdmin(app.db, form, stored)
    const hooks = callBeforeChange(call, 'Update', { ...stored, email: form.email, avatar: form.avatar })
    if (hooks) return hooks
  }
  const admin = await changeRequestedAdmin(call, adminAfter(call))
  return callAfterChange(call, 'Update', admin, jsonReply(show(admin)))
}

/** Updates an admin. A new password invalidates all of the admin's tokens. */
export const updateAdmin: Endpoint = {
  method: 'PATCH',
  path: '/admins/:id',
  operation: { id: 'updateAdmin', summary: 'Update an admin', body: { form: adminForm }, returns: 'Admin' },
  guard: adminOnly,
  steps: inWriter(call => changeAdmin(call, adminJson)),
}
