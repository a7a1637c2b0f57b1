import { everyone } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { badEmail, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { allowsPassword, placeholders } from '../samples/writeSamples.ts'

const path = 'request-password-reset'
const noPasswords = 'The collection is not configured to allow password authentication.'

export const requestPasswordReset = accountEndpoint({
  id: path,
  label: 'Request password reset',
  describe: subject => ({
    summary: 'Sends a mail with a link to set a new password.',
    notes: ['Each auth record gets at most one such mail every two minutes.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'requestPasswordReset', path, body: { email: placeholders.email } }),
    tables: [sentTexts({ email: 'The email of the auth record.' })],
    responses: [
      {
        status: 204,
        when: 'Accepted. The response is the same if no record has the email, so it does not reveal which emails exist.',
      },
      allowsPassword(subject.collection)
        ? badEmail
        : failure(400, 'Always, because this collection does not allow signing in with a password.', noPasswords),
    ],
  }),
})
