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
    summary: 'Sends an account a mail with which it proves that its email is its own.',
    notes: ['At most one such mail is sent to an account in two minutes, and none to a verified one.'],
    access: everyone,
    method: 'POST',
    path: `${collectionPath(subject.collection)}/${path}`,
    samples: accountSamples(subject, { method: 'requestVerification', path, body: { email: placeholders.email } }),
    tables: [sentTexts({ email: 'The email of the account.' })],
    answers: [
      { status: 204, when: 'Done. The answer is the same where no account has the email, so that it gives nobody away.' },
      badEmail,
    ],
  }),
})
