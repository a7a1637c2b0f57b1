import { confirmAdminPasswordReset } from '../../admins/confirmPasswordReset.ts'
import { requestAdminPasswordReset } from '../../admins/requestPasswordReset.ts'
import type { Endpoint } from '../../contract.ts'
import { impersonateSuperuser } from '../authRecords/impersonate.ts'
import { superuserAuthMethods } from './authMethods.ts'
import { superuserOtpRoutes } from './otps.ts'
import { createSuperuser, deleteSuperuser, listSuperusers, updateSuperuser, viewSuperuser } from './records.ts'
import { refreshSuperuser } from './refresh.ts'
import { signInSuperuser } from './signIn.ts'

/** The collection of superusers, which is another face of the admins. */
export const superuserRoutes: readonly Endpoint[] = [
  signInSuperuser,
  refreshSuperuser,
  superuserAuthMethods,
  { ...requestAdminPasswordReset, path: '/collections/_superusers/request-password-reset', dialect: 'today' },
  { ...confirmAdminPasswordReset, path: '/collections/_superusers/confirm-password-reset', dialect: 'today' },
  ...superuserOtpRoutes,
  impersonateSuperuser,
  listSuperusers,
  createSuperuser,
  viewSuperuser,
  updateSuperuser,
  deleteSuperuser,
]
