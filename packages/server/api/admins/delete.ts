import { findAdmin } from '../../auth/admins.ts'
import { removeAdmin } from '../../auth/saveAdmin.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter, type Outcome } from '../Steps.ts'
import { callAfterChange, callBeforeChange } from './adminScripts.ts'

/** Deletes the admin of a request, with the hooks of scripts around it. */
export async function removeRequestedAdmin(call: Call): Promise<Outcome<never>> {
  const { app, request } = call
  const id = request.params.id ?? ''
  const stored = request.scripts ? await findAdmin(app.db, id) : undefined
  const hooks = stored && callBeforeChange(call, 'Delete', stored)
  if (hooks) return hooks
  await removeAdmin(app.db, id)
  return stored ? callAfterChange(call, 'Delete', stored, emptyReply()) : emptyReply()
}

/** Deletes an admin, unless it is the only one. */
export const deleteAdmin: Endpoint = {
  method: 'DELETE',
  path: '/admins/:id',
  operation: { id: 'deleteAdmin', summary: 'Delete an admin', returns: 'nothing' },
  guard: adminOnly,
  steps: inWriter(removeRequestedAdmin),
}
