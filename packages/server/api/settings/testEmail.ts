import type { Issue } from '@coffer/fields'
import { badRequest } from '../../errors/ApiError.ts'
import { collectIssues, emailIssue, required } from '../../errors/fieldIssues.ts'
import { testTemplates } from '../../messages/MailJob.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

const failed = 'Failed to send the test email.'

const unknownTemplate: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const form = { email: 'text', template: 'text' } as const

/** Sends a mail from one of the templates to test the mail settings. Its link has no effect. */
export const testEmail: Endpoint = {
  method: 'POST',
  path: '/settings/test/email',
  operation: {
    id: 'testEmail',
    summary: 'Send a test mail',
    body: { form, required: ['email', 'template'] },
    returns: 'nothing',
  },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ request }) => {
    const { email = '', template = '' } = readForm(request, form)
    const known = testTemplates.find(name => name === template)
    const issues = collectIssues({
      email: emailIssue(email),
      template: required(template) ?? (known ? undefined : unknownTemplate),
    })
    if (!known || Object.keys(issues).length > 0) throw badRequest(failed, issues)
    return { kind: 'mail', mail: { job: { mail: 'test', template: known, to: email }, failed, explains: 'inMessage' } }
  },
}
