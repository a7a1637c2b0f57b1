import { accountOf } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { accountRefusals, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

const path = 'request-email-change'

export const requestEmailChange = accountEndpoint({
  id: path,
  label: 'Request email change',
  describe: subject => {
    const { collection } = subject
    const access = accountOf(collection)
    return {
      summary: 'Sends a mail to the email that a signed-in account wants to have, with which the change is confirmed.',
      access,
      method: 'POST',
      path: `${collectionPath(collection)}/${path}`,
      samples: accountSamples(subject, {
        method: 'requestEmailChange',
        path,
        body: { newEmail: placeholders.newEmail },
        signIn: access.signIn,
      }),
      tables: [sentTexts({ newEmail: 'The email that the account wants to have.' })],
      answers: [
        { status: 204, when: 'The mail is on its way.' },
        failure(400, 'The email is none, or some account has it.', undefined, {
          newEmail: { code: 'validation_record_email_invalid', message: 'User email already exists or it is invalid.' },
        }),
        ...accountRefusals(collection.name),
      ],
    }
  },
})
