import type { Endpoint } from '../contract.ts'
import { confirmEmailChange } from './confirmEmailChange.ts'
import { confirmPasswordReset } from './confirmPasswordReset.ts'
import { confirmVerification } from './confirmVerification.ts'
import { listExternalAuths } from './listExternalAuths.ts'
import { refreshAuthRecord } from './refresh.ts'
import { removeExternalAuth } from './removeExternalAuth.ts'
import { requestEmailChange } from './requestEmailChange.ts'
import { requestOtp } from './requestOtp.ts'
import { requestPasswordReset } from './requestPasswordReset.ts'
import { requestVerification } from './requestVerification.ts'
import { signInWithOtp } from './signInWithOtp.ts'
import { signInWithPassword } from './signInWithPassword.ts'

export const authRecordRoutes: readonly Endpoint[] = [
  signInWithPassword,
  requestOtp,
  signInWithOtp,
  refreshAuthRecord,
  requestVerification,
  confirmVerification,
  requestPasswordReset,
  confirmPasswordReset,
  requestEmailChange,
  confirmEmailChange,
  // Clients of PocketBase 0.23 and later have a collection of linked accounts instead.
  { ...listExternalAuths, dialect: 'v022' },
  { ...removeExternalAuth, dialect: 'v022' },
]
