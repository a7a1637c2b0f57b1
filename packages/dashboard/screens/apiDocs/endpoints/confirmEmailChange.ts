import { everyone } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { badToken, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

const path = 'confirm-email-change'

export const confirmEmailChange = accountEndpoint({
  id: path,
  label: 'Confirm email change',
  describe: subject => ({
    summary: 'Changes the email of an auth record, with the token from the mail to the new address and the password.',
    notes: ['The record becomes verified and is signed out everywhere.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, {
      method: 'confirmEmailChange',
      path,
      body: { token: placeholders.mailedToken, password: placeholders.password },
    }),
    tables: [sentTexts({ token: 'The token from the mail.', password: 'The password of the auth record.' })],
    responses: [
      { status: 204, when: 'The email was changed.' },
      failure(400, 'The token is invalid or expired, or the password is wrong.', undefined, { token: badToken }),
    ],
  }),
})
