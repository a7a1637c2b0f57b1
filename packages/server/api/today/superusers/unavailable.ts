import { Rejection } from '../../../errors/Rejection.ts'
import type { Endpoint } from '../../contract.ts'
import { inReader } from '../../Steps.ts'

/** An action of auth collections that superusers do not have. */
interface Unavailable {
  action: string
  id: string
  /** What the action is about, for the OpenAPI document. */
  about: string
  reject: () => Rejection
}

function rejecting({ action, id, about, reject }: Unavailable): Endpoint {
  const { kind } = reject()
  return {
    method: 'POST',
    path: `/collections/_superusers/${action}`,
    dialect: 'today',
    operation: { id, summary: `Rejects ${about} of superusers`, returns: 'nothing', errors: [kind === 'forbidden' ? 403 : 400] },
    steps: inReader(async () => {
      throw reject()
    }),
  }
}

const withoutOtps = { about: 'one-time passwords', reject: () => new Rejection('forbidden', { code: 'otpDisabled' }) }

const verified = {
  about: 'verifications',
  reject: () => new Rejection('invalid', { message: 'All superusers are verified by default.' }),
}

const changeable = {
  about: 'changes of emails by mail',
  reject: () => new Rejection('invalid', { message: 'All superusers can change their emails directly.' }),
}

const withoutProviders = { about: 'OAuth2 sign-ins', reject: () => new Rejection('forbidden', { code: 'oauth2Disabled' }) }

/** Rejects actions with the reasons of PocketBase 0.39. Admins sign in with email and password only. */
export const unavailableSuperuserRoutes: readonly Endpoint[] = [
  { action: 'request-otp', id: 'requestSuperuserOtp', ...withoutOtps },
  { action: 'auth-with-otp', id: 'authSuperuserWithOtp', ...withoutOtps },
  { action: 'auth-with-oauth2', id: 'authSuperuserWithOAuth2', ...withoutProviders },
  { action: 'request-verification', id: 'requestSuperuserVerification', ...verified },
  { action: 'confirm-verification', id: 'confirmSuperuserVerification', ...verified },
  { action: 'request-email-change', id: 'requestSuperuserEmailChange', ...changeable },
  { action: 'confirm-email-change', id: 'confirmSuperuserEmailChange', ...changeable },
].map(rejecting)
