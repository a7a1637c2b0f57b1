import { identityFieldsOf } from '@coffer/schema'
import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { wasSentRecently } from '../../mail/composeMail.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { countAttempt, inWriter } from '../Steps.ts'
import { callAround, callInBackground, recordValue } from '../scriptEvents.ts'
import { emailForm, readEmail } from './readEmail.ts'
import { respondSentRecently, respondUnknownEmail, sendRequestedMail } from './requestedMail.ts'

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
    const record = await findAuthRecordByEmail(call.app.db, collection, email)
    const isSent = record !== undefined && !wasSentRecently(String(record.values.lastResetSentAt))
    const events = { collection, values: { record: recordValue(record) } }
    const event = 'onRecordBeforeRequestPasswordResetRequest'
    const hooks = callInBackground(call, event, collection, isSent ? events.values : undefined)
    if (hooks) return hooks
    if (!record) return respondUnknownEmail(call)
    const { id, lastResetSentAt } = record.values
    if (wasSentRecently(String(lastResetSentAt))) return respondSentRecently(call)
    const job = { mail: 'passwordReset', collectionId: collection.id, recordId: String(id), email } as const
    const reply = await sendRequestedMail(call, job)
    return reply.kind === 'empty' ? callAround(call, ['onRecordAfterRequestPasswordResetRequest'], reply, () => events) : reply
  }).inMain(sendAwaitedMail),
}
