import { everyone } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { badToken, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

const path = 'confirm-verification'

export const confirmVerification = accountEndpoint({
  id: path,
  label: 'Confirm verification',
  describe: subject => ({
    summary: 'Makes an account verified, with the token of a verification mail.',
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'confirmVerification', path, body: { token: placeholders.mailedToken } }),
    tables: [sentTexts({ token: 'The token of the mail.' })],
    answers: [
      { status: 204, when: 'The account is verified.' },
      failure(400, 'The token is wrong, too old, or for an email that the account no longer has.', undefined, {
        token: badToken,
      }),
    ],
  }),
})
