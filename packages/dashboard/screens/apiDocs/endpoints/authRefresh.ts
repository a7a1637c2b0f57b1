import { accountOf } from '../parts/access.ts'
import { accountEndpoint, notVerified, signedIn } from '../parts/accounts.ts'
import { accountErrors } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { accountSamples } from '../samples/accountSamples.ts'

const path = 'auth-refresh'

export const authRefresh = accountEndpoint({
  id: path,
  label: 'Auth refresh',
  describe: subject => {
    const { collection } = subject
    const access = accountOf(collection)
    return {
      summary: 'Returns a new token and the current auth record of the requester.',
      notes: ['The old token stays valid until it expires.'],
      access,
      method: 'POST',
      path: `${collectionPath(collection)}/${path}`,
      samples: accountSamples(subject, { method: 'authRefresh', path, body: {}, signIn: access.signIn, result: 'account' }),
      tables: [recordQuery(subject, 'record.')],
      responses: [
        signedIn(subject),
        ...accountErrors(collection.name),
        ...(collection.options.onlyVerified ? [notVerified] : []),
      ],
    }
  },
})
