import { checkOtp, findOtp, otpOptionsOf, useOtp } from '../../auth/signIns/otps.ts'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { isCounted, recordTarget, unknownTarget } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { callHooks, hasHook } from '../records/hooks.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { authEvents, callAround } from '../scriptEvents.ts'
import { finishSignIn, queueSignInMails, respondSignedIn } from './finishSignIn.ts'

const form = { otpId: 'text', password: 'text', mfaId: 'text' } as const

/** Signs in an auth record with a one-time password from a mail, which can be used once. */
export const signInWithOtp: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/auth-with-otp',
  operation: {
    id: 'auth{}WithOtp',
    summary: 'Sign in with a one-time password',
    of: 'auth',
    query: ['expand', 'fields'],
    body: { form, required: ['otpId', 'password'] },
    returns: '{}Auth',
    errors: [401, 403, 429],
  },
  steps: inWriter(async call => {
    const { app, request } = call
    const collection = getAuthCollection(call)
    otpOptionsOf(collection)
    const { otpId = '', password = '' } = readForm(request, form)
    const issues = collectIssues({
      otpId: required(otpId) ?? lengthBetween(otpId, 1, 255),
      password: required(password) ?? lengthBetween(password, 1, 71),
    })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const otp = await findOtp(app.db, collection, otpId)
    const target = otp && (otp.recordId === '' ? unknownTarget : recordTarget)(collection.id, otp.recordId || otp.detail)
    const attempt = { kind: 'otp', ...(target !== undefined && { target }) } as const
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const found = await checkOtp(app, collection, otp, password)
    if (hasHook(call, collection, 'signIn')) return callHooks(call, collection, 'signIn', { record: found, method: 'otp' })
    const record = otp ? await useOtp(app, otp, found) : found
    return finishSignIn(call, collection, record, 'otp')
  })
    .inReader(async (call, signedIn) => {
      const collection = getAuthCollection(call)
      return respondSignedIn(call, collection, signedIn, (record, created) =>
        callAround(call, ['onRecordAuthRequest'], created, () => authEvents(collection, record, created)),
      )
    })
    .inMain(queueSignInMails),
}
