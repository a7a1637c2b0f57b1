import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { wasSentRecently } from '../../mail/wasSentRecently.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { respondSentRecently, respondUnknownEmail, sendRequestedMail } from './requestedMail.ts'

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
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const { allowUsernameAuth, allowEmailAuth } = collection.options
    if (!allowUsernameAuth && !allowEmailAuth) {
      throw badRequest('The collection is not configured to allow password authentication.')
    }
    const email = readEmail(call.request)
    assertCounted(call.request, { kind: 'mail' })
    const record = await findAuthRecordByEmail(call.app.db, collection, email)
    if (!record) return respondUnknownEmail(call)
    const { id, lastResetSentAt } = record.values
    if (wasSentRecently(String(lastResetSentAt))) return respondSentRecently(call)
    return sendRequestedMail(call, { mail: 'passwordReset', collectionId: collection.id, recordId: String(id), email })
  },
}
