import type { Issue } from '@coffer/fields'
import { superusers } from '../../auth/superusers.ts'
import { collectIssues, emailIssue, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { testTemplates } from '../../mail/MailJob.ts'
import { isCounted } from '../../messages/Attempt.ts'
import type { App } from '../App.ts'
import { sendAwaitedMail } from '../awaitedMail.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { countAttempt, inReader, next } from '../Steps.ts'

const unknownTemplate: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

const unknownCollection: Issue = {
  code: 'validation_invalid_auth_collection',
  message: 'Must be a valid auth collection id or name.',
}

/** The templates of superusers are the ones in the settings. */
function isAuthCollection({ catalog }: App, name: string): boolean {
  return name === '' || name === superusers.name || name === superusers.id || catalog.find(name)?.type === 'auth'
}

const form = { email: 'text', template: 'text', collection: 'text' } as const

/** Sends a mail from one of the templates of a collection, or of the settings, as a test. Its link or one-time password has no effect. */
export const testEmail: Endpoint = {
  method: 'POST',
  path: '/settings/test/email',
  operation: {
    id: 'testEmail',
    summary: 'Send a test mail',
    body: { form, required: ['email', 'template'] },
    returns: 'nothing',
    errors: [429],
  },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const { email = '', template = '', collection = '' } = readForm(request, form)
    const known = testTemplates.find(name => name === template)
    const issues = collectIssues({
      email: emailIssue(email),
      template: required(template) ?? (known ? undefined : unknownTemplate),
      collection: isAuthCollection(app, collection) ? undefined : unknownCollection,
    })
    if (!known || Object.keys(issues).length > 0) throw new Rejection('invalid', { code: 'testMailNotSent', issues })
    const attempt = { kind: 'settingsTest', target: 'mail' } as const
    if (!isCounted(request, attempt)) return countAttempt(attempt)
    const collectionId = app.catalog.find(collection)?.id ?? ''
    return next({ job: { mail: 'test', template: known, to: email, collectionId }, failed: 'testMailNotSent' } as const)
  }).inMain(sendAwaitedMail),
}
