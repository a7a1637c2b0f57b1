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
    summary: 'Verifies the email of an auth record, with the token from a verification mail.',
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'confirmVerification', path, body: { token: placeholders.mailedToken } }),
    tables: [sentTexts({ token: 'The token from the mail.' })],
    responses: [
      { status: 204, when: 'The record is verified.' },
      failure(400, 'The token is invalid or expired, or the email has changed since.', undefined, {
        token: badToken,
      }),
    ],
  }),
})
