import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { wasSentRecently } from '../../mail/wasSentRecently.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { respondAlreadyVerified, respondSentRecently, respondUnknownEmail, sendRequestedMail } from './requestedMail.ts'

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
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const email = readEmail(call.request)
    assertCounted(call.request, { kind: 'mail' })
    const record = await findAuthRecordByEmail(call.app.db, collection, email)
    if (!record) return respondUnknownEmail(call)
    const { id, verified, lastVerificationSentAt } = record.values
    if (verified === true) return respondAlreadyVerified(call)
    if (wasSentRecently(String(lastVerificationSentAt))) return respondSentRecently(call)
    return sendRequestedMail(call, { mail: 'verification', collectionId: collection.id, recordId: String(id), email })
  },
}
