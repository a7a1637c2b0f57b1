import { isCounted } from '../../messages/Attempt.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { sendMailToRecord } from './requestedMail.ts'

const attempt = { kind: 'mail' } as const

/** Sends a verification mail to an auth record that is not verified. */
export const requestVerification: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/request-verification',
  operation: {
    id: 'request{}Verification',
    summary: 'Send a mail for verifying the email',
    of: 'auth',
    body: { form: emailForm, required: ['email'] },
    returns: 'nothing',
    errors: [429],
  },
  steps: inWriter(async call => {
    const collection = getAuthCollection(call)
    const email = readEmail(call.request)
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    return sendMailToRecord(call, collection, email, 'verification')
  }).inMain(sendAwaitedMail),
}
