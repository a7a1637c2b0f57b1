import { everyone } from '../parts/access.ts'
import { accountEndpoint } from '../parts/accounts.ts'
import { collectionPath } from '../parts/paths.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const path = 'auth-methods'

const provider = {
  name: 'google',
  displayName: 'Google',
  state: '…',
  authUrl: 'https://accounts.google.com/o/oauth2/auth?client_id=…&redirect_uri=',
  codeVerifier: '…',
  codeChallenge: '…',
  codeChallengeMethod: 'S256',
}

export const listAuthMethods = accountEndpoint({
  id: path,
  label: 'List auth methods',
  describe: ({ collection, origin }) => {
    const { allowUsernameAuth, allowEmailAuth, allowOAuth2Auth, onlyVerified } = collection.options
    const call = (quote: (text: string) => string) => `await pb.collection(${quote(collection.name)}).listAuthMethods()`
    return {
      summary: `Returns how records of \`${collection.name}\` can sign in, with the data that a sign-in page needs for each provider.`,
      access: everyone,
      method: 'GET',
      path: `${collectionPath(collection)}/${path}`,
      samples: writeSamples({
        origin,
        signIn: undefined,
        javascript: `const methods = ${call(quoteJavaScript)}`,
        dart: `final methods = ${call(quoteDart)};`,
        curl: { method: 'GET', url: `${origin}${collectionPath(collection)}/${path}` },
      }),
      tables: [
        {
          title: 'Query parameters',
          parameters: [
            {
              name: 'fields',
              type: 'String',
              text: 'Fields to return, separated by commas: `emailPassword,authProviders.name`.',
            },
          ],
        },
      ],
      responses: [
        {
          status: 200,
          when: allowOAuth2Auth ? 'The sign-in methods, here with one provider.' : 'The sign-in methods.',
          body: {
            authProviders: allowOAuth2Auth ? [provider] : [],
            usernamePassword: allowUsernameAuth,
            emailPassword: allowEmailAuth,
            onlyVerified,
          },
        },
      ],
    }
  },
})
