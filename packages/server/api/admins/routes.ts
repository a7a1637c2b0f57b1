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

export const adminRoutes: readonly Endpoint[] = [
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
