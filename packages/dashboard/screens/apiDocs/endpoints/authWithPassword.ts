import { everyone } from '../parts/access.ts'
import { accountEndpoint, notVerified, sentTexts, signedIn } from '../parts/accounts.ts'
import { blank, failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { accountSamples } from '../samples/accountSamples.ts'
import { allowsPassword, identityOf, placeholders } from '../samples/writeSamples.ts'

const path = 'auth-with-password'

export const authWithPassword = accountEndpoint({
  id: path,
  label: 'Auth with password',
  isFor: allowsPassword,
  describe: subject => {
    const { collection } = subject
    const { allowEmailAuth, allowUsernameAuth, onlyVerified } = collection.options
    const identity = allowEmailAuth && allowUsernameAuth ? 'username or email' : allowEmailAuth ? 'email' : 'username'
    return {
      summary: `Signs in a record of \`${collection.name}\` with its ${identity} and password.`,
      access: everyone,
      method: 'POST',
      path: `${collectionPath(collection)}/${path}`,
      samples: accountSamples(subject, {
        method: 'authWithPassword',
        path,
        body: { identity: identityOf(collection), password: placeholders.password },
        result: 'account',
        after: {
          javascript: `// The client stores the token and sends it with later requests.
console.log(pb.authStore.isValid, pb.authStore.token, pb.authStore.model.id)

// Signs out.
pb.authStore.clear()`,
          dart: `// The client stores the token and sends it with later requests.
print(pb.authStore.isValid);
print(pb.authStore.token);
print(pb.authStore.model.id);

// Signs out.
pb.authStore.clear();`,
        },
      }),
      tables: [
        sentTexts({ identity: `The ${identity} of the record.`, password: 'The password of the record.' }),
        recordQuery(subject, 'record.'),
      ],
      responses: [
        signedIn(subject),
        failure(400, 'Unknown account or wrong password.', 'Failed to authenticate.'),
        failure(400, 'A value is missing.', undefined, { password: blank }),
        ...(onlyVerified ? [notVerified] : []),
      ],
    }
  },
})
