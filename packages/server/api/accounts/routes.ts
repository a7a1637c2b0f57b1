import type { Endpoint } from '../contract.ts'
import { confirmEmailChange } from './confirmEmailChange.ts'
import { confirmPasswordReset } from './confirmPasswordReset.ts'
import { confirmVerification } from './confirmVerification.ts'
import { listExternalAuths } from './listExternalAuths.ts'
import { refreshAccount } from './refresh.ts'
import { removeExternalAuth } from './removeExternalAuth.ts'
import { requestEmailChange } from './requestEmailChange.ts'
import { requestPasswordReset } from './requestPasswordReset.ts'
import { requestVerification } from './requestVerification.ts'
import { signInAccount } from './signIn.ts'

export const accountRoutes: readonly Endpoint[] = [
  signInAccount,
  refreshAccount,
  requestVerification,
  confirmVerification,
  requestPasswordReset,
  confirmPasswordReset,
  requestEmailChange,
  confirmEmailChange,
  listExternalAuths,
  removeExternalAuth,
]
