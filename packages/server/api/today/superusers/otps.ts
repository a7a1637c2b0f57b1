import { Rejection } from '../../../errors/Rejection.ts'
import type { Endpoint } from '../../contract.ts'
import { inReader } from '../../Steps.ts'

/** Rejects one-time passwords of admins, who sign in with their password only. */
function rejecting(action: string, id: string): Endpoint {
  return {
    method: 'POST',
    path: `/collections/_superusers/${action}`,
    dialect: 'today',
    operation: { id, summary: 'Rejects one-time passwords of superusers', returns: 'nothing', errors: [403] },
    steps: inReader(async () => {
      throw new Rejection('forbidden', { code: 'otpDisabled' })
    }),
  }
}

export const superuserOtpRoutes: readonly Endpoint[] = [
  rejecting('request-otp', 'requestSuperuserOtp'),
  rejecting('auth-with-otp', 'authSuperuserWithOtp'),
]
