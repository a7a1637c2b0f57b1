import type { Issue } from '@coffer/fields'
import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { emailIssue } from '../../errors/fieldIssues.ts'
import { assertCounted, recordTarget } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { authRecordOfCollectionOnly, requiresAuthRecord } from '../guards.ts'

const taken: Issue = { code: 'validation_record_email_invalid', message: 'User email already exists or it is invalid.' }

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
  runs: 'reads',
  guard: authRecordOfCollectionOnly,
  handle: async ({ app, request, requester }) => {
    if (requester.kind !== 'authRecord') throw requiresAuthRecord()
    const { collection, record } = requester
    const { newEmail = '' } = readForm(request, form)
    const issue = emailIssue(newEmail)
    if (issue) throw badRequest(undefined, { newEmail: issue })
    assertCounted(request, { kind: 'mail', target: recordTarget(collection.id, record.values.id) })
    if (await findAuthRecordByEmail(app.db, collection, newEmail)) throw badRequest(undefined, { newEmail: taken })
    const job = { mail: 'emailChange', collectionId: collection.id, recordId: String(record.values.id), newEmail } as const
    return { kind: 'mail', mail: { job, failed: 'Failed to request email change.' } }
  },
}
