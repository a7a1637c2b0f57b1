import { accountOf } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { accountErrors, failure } from '../parts/failure.ts'
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
      summary: 'Sends a mail to the new address of the signed-in auth record. The link in it confirms the change.',
      access,
      method: 'POST',
      path: `${collectionPath(collection)}/${path}`,
      samples: accountSamples(subject, {
        method: 'requestEmailChange',
        path,
        body: { newEmail: placeholders.newEmail },
        signIn: access.signIn,
      }),
      tables: [sentTexts({ newEmail: 'The new email address.' })],
      responses: [
        { status: 204, when: 'The mail is being sent.' },
        failure(400, 'The email is invalid or already taken.', undefined, {
          newEmail: { code: 'validation_record_email_invalid', message: 'User email already exists or it is invalid.' },
        }),
        ...accountErrors(collection.name),
      ],
    }
  },
})
