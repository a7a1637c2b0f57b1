import { everyone } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { badEmail } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

const path = 'request-verification'

export const requestVerification = accountEndpoint({
  id: path,
  label: 'Request verification',
  describe: subject => ({
    summary: 'Sends a mail with a link to verify the email address.',
    notes: ['Each auth record gets at most one such mail every two minutes; verified ones get none.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'requestVerification', path, body: { email: placeholders.email } }),
    tables: [sentTexts({ email: 'The email of the auth record.' })],
    responses: [
      {
        status: 204,
        when: 'Accepted. The response is the same if no record has the email, so it does not reveal which emails exist.',
      },
      badEmail,
    ],
  }),
})
