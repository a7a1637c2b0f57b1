import { countAdmins } from '../../auth/admins.ts'
import { assertValidAdmin, createAdmin as create } from '../../auth/saveAdmin.ts'
import { emptyAdminForm } from '../../auth/validateAdmin.ts'
import type { Reader } from '../../db/engine.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { requiresAdmin } from '../guards.ts'
import { inWriter, type Outcome } from '../Steps.ts'
import { adminJson } from '../v022/write/adminJson.ts'
import { adminAfter, callAfterChange, callBeforeChange } from './adminScripts.ts'
import { adminOrFirstAdminOnly } from './firstAdmin.ts'
import { adminForm, readAdminForm } from './readAdminForm.ts'

/**
 * Creates the admin of a request, with the hooks of scripts around it.
 * @param show returns the JSON of an admin
 */
export async function insertAdmin(
  call: Call,
  show: (admin: Admin) => unknown,
  assertAllowed?: (reader: Reader) => Promise<void>,
): Promise<Outcome<never>> {
  const { app, request } = call
  const form = { ...emptyAdminForm, ...readAdminForm(request) }
  if (request.scripts) {
    await assertValidAdmin(app.db, form)
    const hooks = callBeforeChange(call, 'Create', { id: form.id, email: form.email, avatar: form.avatar })
    if (hooks) return hooks
  }
  const admin = await create(app.db, { ...form, ...adminAfter(call) }, assertAllowed)
  return callAfterChange(call, 'Create', admin, jsonReply(show(admin)))
}

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
  guard: adminOrFirstAdminOnly,
  steps: inWriter(call =>
    insertAdmin(call, adminJson, async reader => {
      if (call.requester.kind !== 'admin' && (await countAdmins(reader)) > 0) throw requiresAdmin()
    }),
  ),
}
