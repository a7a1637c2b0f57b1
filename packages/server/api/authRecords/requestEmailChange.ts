import { assertUnusedEmail } from '../../auth/changeEmail.ts'
import { emailIssue } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { isCounted, recordTarget } from '../../messages/Attempt.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { authRecordOfCollectionOnly, requiresAuthRecord } from '../guards.ts'
import { countAttempt, inReader, next } from '../Steps.ts'
import { callAround, callBefore, recordValue } from '../scriptEvents.ts'

const form = { newEmail: 'text' } as const

/** Sends a confirmation mail to the new email of an auth record. Responds once the mail server has accepted it. */
export const requestEmailChange: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/request-email-change',
  operation: {
    id: 'request{}EmailChange',
    summary: 'Send a mail for changing the email of the signed-in record',
    of: 'auth',
    body: { form, required: ['newEmail'] },
    returns: 'nothing',
    errors: [429],
  },
  guard: authRecordOfCollectionOnly,
  steps: inReader(async call => {
    const { app, request, requester } = call
    if (requester.kind !== 'authRecord') throw requiresAuthRecord(requester)
    const { collection, record } = requester
    const { newEmail = '' } = readForm(request, form)
    const issue = emailIssue(newEmail)
    if (issue) throw new Rejection('invalid', { issues: { newEmail: issue } })
    const attempt = { kind: 'mail', target: recordTarget(collection.id, record.values.id) } as const
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    await assertUnusedEmail(app.db, collection, newEmail, record.values.email)
    const events = { collection, values: { record: recordValue(record) } }
    const hooks = callBefore(call, ['onRecordBeforeRequestEmailChangeRequest'], events)
    if (hooks) return hooks
    const job = { mail: 'emailChange', collectionId: collection.id, recordId: String(record.values.id), newEmail } as const
    return next({ job, events, failed: 'emailChangeNotRequested' } as const)
  }).inMain(async (call, { events, ...mail }) =>
    callAround(call, ['onRecordAfterRequestEmailChangeRequest'], await sendAwaitedMail(call, mail), () => events),
  ),
}
