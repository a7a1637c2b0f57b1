import type { Endpoint } from '../contract.ts'
import { confirmEmailChange } from './confirmEmailChange.ts'
import { confirmPasswordReset } from './confirmPasswordReset.ts'
import { confirmVerification } from './confirmVerification.ts'
import { listExternalAuths } from './listExternalAuths.ts'
import { refreshAuthRecord } from './refresh.ts'
import { removeExternalAuth } from './removeExternalAuth.ts'
import { requestEmailChange } from './requestEmailChange.ts'
import { requestPasswordReset } from './requestPasswordReset.ts'
import { requestVerification } from './requestVerification.ts'
import { signInWithPassword } from './signInWithPassword.ts'

export const authRecordRoutes: readonly Endpoint[] = [
  signInWithPassword,
  refreshAuthRecord,
  requestVerification,
  confirmVerification,
  requestPasswordReset,
  confirmPasswordReset,
  requestEmailChange,
  confirmEmailChange,
  listExternalAuths,
  removeExternalAuth,
]
