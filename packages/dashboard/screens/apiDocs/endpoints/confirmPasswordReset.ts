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
      summary: 'Sets a new password, with the token of a password reset mail.',
      notes: ['It ends all sessions of the account, and verifies it, as only the owner of the email got the mail.'],
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
          token: 'The token of the mail.',
          password: `The new password: ${length}.`,
          passwordConfirm: 'The new password once more.',
        }),
      ],
      answers: [
        { status: 204, when: 'The account has the new password.' },
        failure(400, 'The token is wrong or was used, or the password is none.', undefined, { token: badToken }),
      ],
    }
  },
})
