import { confirmAdminPasswordReset } from '../../admins/confirmPasswordReset.ts'
import { requestAdminPasswordReset } from '../../admins/requestPasswordReset.ts'
import type { Endpoint } from '../../contract.ts'
import { impersonateSuperuser } from '../authRecords/impersonate.ts'
import { superuserAuthMethods } from './authMethods.ts'
import { createSuperuser, deleteSuperuser, listSuperusers, updateSuperuser, viewSuperuser } from './records.ts'
import { refreshSuperuser } from './refresh.ts'
import { signInSuperuser } from './signIn.ts'
import { unavailableSuperuserRoutes } from './unavailable.ts'

/** Returns an endpoint of admins as one of the collection of superusers. */
const asSuperusers = (endpoint: Endpoint, action: string, id: string): Endpoint => ({
  ...endpoint,
  path: `/collections/_superusers/${action}`,
  dialect: 'today',
  operation: { ...endpoint.operation, id },
})

/** The collection of superusers, which is another face of the admins. */
export const superuserRoutes: readonly Endpoint[] = [
  signInSuperuser,
  refreshSuperuser,
  superuserAuthMethods,
  asSuperusers(requestAdminPasswordReset, 'request-password-reset', 'requestSuperuserPasswordReset'),
  asSuperusers(confirmAdminPasswordReset, 'confirm-password-reset', 'confirmSuperuserPasswordReset'),
  ...unavailableSuperuserRoutes,
  impersonateSuperuser,
  listSuperusers,
  createSuperuser,
  viewSuperuser,
  updateSuperuser,
  deleteSuperuser,
]
