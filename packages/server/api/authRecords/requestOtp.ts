import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { issueOtp, otpOptionsOf } from '../../auth/signIns/otps.ts'
import { queueMail } from '../../mail/queuedMails.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { emailForm, readEmail } from './readEmail.ts'

const attempt = { kind: 'mail' } as const

/**
 * Sends a one-time password. An unknown email gets the same response in the same time; only the log says more.
 */
export const requestOtp: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/request-otp',
  operation: {
    id: 'request{}Otp',
    summary: 'Send a one-time password by mail',
    of: 'auth',
    body: { form: emailForm, required: ['email'] },
    returns: 'OtpRequested',
    errors: [403, 429],
  },
  steps: inWriter(async ({ app, request, requester }) => {
    const collection = getAuthCollection({ app, request, requester })
    otpOptionsOf(collection)
    const email = readEmail(request)
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const record = await findAuthRecordByEmail(app.db, collection, email)
    const { id, isNew } = await issueOtp(app.db, collection, email, record)
    const target = record && isNew ? { collectionId: collection.id, recordId: String(record.values.id) } : undefined
    const isQueued = await queueMail(app.db, target && { mail: 'otp', ...target, otpId: id, email })
    const reason = isQueued ? (record ? undefined : 'There is no account with this email.') : 'Too many mails are waiting.'
    const failure = reason === undefined ? {} : { failure: { message: reason, details: null, status: isQueued ? 404 : 503 } }
    return jsonReply({ otpId: id }, { headers: noStore, ...failure })
  }),
}
