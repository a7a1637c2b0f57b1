import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { wasSentRecently } from '../../mail/composeMail.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { callAround, callInBackground, recordValue } from '../scriptEvents.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { respondAlreadyVerified, respondSentRecently, respondUnknownEmail, sendRequestedMail } from './requestedMail.ts'

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
    const record = await findAuthRecordByEmail(call.app.db, collection, email)
    const isSent =
      record !== undefined && record.values.verified !== true && !wasSentRecently(String(record.values.lastVerificationSentAt))
    const events = { collection, values: { record: recordValue(record) } }
    const event = 'onRecordBeforeRequestVerificationRequest'
    const hooks = callInBackground(call, event, collection, isSent ? events.values : undefined)
    if (hooks) return hooks
    if (!record) return respondUnknownEmail(call)
    const { id, verified, lastVerificationSentAt } = record.values
    if (verified === true) return respondAlreadyVerified(call)
    if (wasSentRecently(String(lastVerificationSentAt))) return respondSentRecently(call)
    const job = { mail: 'verification', collectionId: collection.id, recordId: String(id), email } as const
    const reply = await sendRequestedMail(call, job)
    return reply.kind === 'empty' ? callAround(call, ['onRecordAfterRequestVerificationRequest'], reply, () => events) : reply
  }).inMain(sendAwaitedMail),
}
