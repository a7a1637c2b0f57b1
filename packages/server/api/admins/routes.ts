import type { Endpoint } from '../contract.ts'
import { confirmAdminPasswordReset } from './confirmPasswordReset.ts'
import { createAdmin } from './create.ts'
import { deleteAdmin } from './delete.ts'
import { listAdmins } from './list.ts'
import { refreshAdmin } from './refresh.ts'
import { requestAdminPasswordReset } from './requestPasswordReset.ts'
import { signInAdmin } from './signIn.ts'
import { updateAdmin } from './update.ts'
import { viewAdmin } from './view.ts'

/** Clients of PocketBase 0.23 and later use the collection of superusers instead. */
const routesOf022: readonly Omit<Endpoint, 'dialect'>[] = [
  signInAdmin,
  refreshAdmin,
  requestAdminPasswordReset,
  confirmAdminPasswordReset,
  listAdmins,
  createAdmin,
  viewAdmin,
  updateAdmin,
  deleteAdmin,
]

export const adminRoutes: readonly Endpoint[] = routesOf022.map(endpoint => ({ ...endpoint, dialect: 'v022' }))
