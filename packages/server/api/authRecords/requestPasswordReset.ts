import { identityFieldsOf } from '@coffer/schema'
import { Rejection } from '../../errors/Rejection.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { sendMailToRecord } from './requestedMail.ts'

const attempt = { kind: 'mail' } as const

/** Sends a mail for resetting the password of an auth record. */
export const requestPasswordReset: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/request-password-reset',
  operation: {
    id: 'request{}PasswordReset',
    summary: 'Send a mail for resetting the password',
    of: 'auth',
    body: { form: emailForm, required: ['email'] },
    returns: 'nothing',
    errors: [429],
  },
  steps: inWriter(async call => {
    const collection = getAuthCollection(call)
    if (identityFieldsOf(collection.options).length === 0) {
      throw new Rejection('invalid', { code: 'passwordsDisabled' })
    }
    const email = readEmail(call.request)
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    return sendMailToRecord(call, collection, email, 'passwordReset')
  }).inMain(sendAwaitedMail),
}
