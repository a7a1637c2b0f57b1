import { everyone } from '../parts/access.ts'
import { accountEndpoint, sentTexts } from '../parts/accounts.ts'
import { badToken, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { placeholders } from '../samples/writeSamples.ts'

const path = 'confirm-password-reset'

export const confirmPasswordReset = accountEndpoint({
  id: path,
  label: 'Confirm password reset',
  describe: subject => {
    const { mailedToken, newPassword } = placeholders
    const length = `${subject.collection.options.minPasswordLength} to 72 characters`
    return {
      summary: 'Sets a new password, with the token from a password reset mail.',
      notes: ['The record is signed out everywhere, and becomes verified because only the owner of the email received the mail.'],
      access: everyone,
      method: 'POST',
      path: `${collectionPath(subject.collection)}/${path}`,
      samples: accountSamples(subject, {
        method: 'confirmPasswordReset',
        path,
        body: { token: mailedToken, password: newPassword, passwordConfirm: newPassword },
      }),
      tables: [
        sentTexts({
          token: 'The token from the mail.',
          password: `The new password: ${length}.`,
          passwordConfirm: 'Must equal `password`.',
        }),
      ],
      responses: [
        { status: 204, when: 'The password was changed.' },
        failure(400, 'The token is invalid or already used, or the password is invalid.', undefined, { token: badToken }),
      ],
    }
  },
})
