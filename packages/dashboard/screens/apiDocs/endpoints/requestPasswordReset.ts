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
    summary: 'Sends an account a mail with which it sets a new password.',
    notes: ['At most one such mail is sent to an account in two minutes.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'requestPasswordReset', path, body: { email: placeholders.email } }),
    tables: [sentTexts({ email: 'The email of the account.' })],
    answers: [
      { status: 204, when: 'Done. The answer is the same where no account has the email, so that it gives nobody away.' },
      allowsPassword(subject.collection)
        ? badEmail
        : failure(400, 'Always: accounts of this collection sign in without a password.', noPasswords),
    ],
  }),
})
