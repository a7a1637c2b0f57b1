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
    summary: 'Gives an account its new email, with the token of the mail that went there, and its password.',
    notes: ['It ends all sessions of the account, and verifies it.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, {
      method: 'confirmEmailChange',
      path,
      body: { token: placeholders.mailedToken, password: placeholders.password },
    }),
    tables: [sentTexts({ token: 'The token of the mail.', password: 'The password of the account.' })],
    answers: [
      { status: 204, when: 'The account has the new email.' },
      failure(400, 'The token is wrong or too old, or the password is another one.', undefined, { token: badToken }),
    ],
  }),
})
