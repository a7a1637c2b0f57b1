import { everyone } from '../parts/access.ts'
import { type AccountSubject, accountEndpoint, notVerified, signedIn } from '../parts/accounts.ts'
import { failure } from '../parts/failure.ts'
import { collectionPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { oauth2Calls, placeholders, writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const path = 'auth-with-oauth2'

const meta = {
  id: '1234567890',
  name: 'Test User',
  username: 'test_username',
  email: 'test@example.com',
  avatarUrl: 'https://example.com/avatar.png',
  accessToken: '…',
  refreshToken: '…',
  expiry: '2022-01-01 11:00:00.123Z',
  rawUser: {},
  isNew: true,
}

const sent = { provider: placeholders.provider, code: 'CODE', codeVerifier: 'CODE_VERIFIER', redirectUrl: 'REDIRECT_URL' }

const samplesFor = ({ collection, origin }: AccountSubject) => {
  const inOneCall = oauth2Calls(collection)
  const [js, dart] = [quoteJavaScript, quoteDart].map(
    quote =>
      `await pb.collection(${quote(collection.name)}).authWithOAuth2Code(\n${Object.values(sent)
        .map(text => `  ${quote(text)},\n`)
        .join('')})`,
  )
  const popup = `// Opens the page of the provider, to which this address has to be known:\n// ${origin}/api/oauth2-redirect`
  const byHand = '// Or by hand, with the code that the provider gave to a page of your own.'
  return writeSamples({
    origin,
    signIn: undefined,
    javascript: `${popup}\nconst account = ${inOneCall.javascript}\n\n${byHand}\nconst sameAccount = ${js}`,
    dart: `${popup}\nfinal account = ${inOneCall.dart};\n\n${byHand}\nfinal sameAccount = ${dart};`,
    dartImports: ["import 'package:url_launcher/url_launcher.dart';"],
    curl: { method: 'POST', url: `${origin}${collectionPath(collection)}/${path}`, body: sent },
  })
}

export const authWithOAuth2 = accountEndpoint({
  id: path,
  label: 'Auth with OAuth2',
  isFor: ({ options }) => options.allowOAuth2Auth,
  describe: subject => {
    const { collection } = subject
    return {
      summary: `Signs an account of \`${collection.name}\` in with a provider such as Google, and creates it where there is none.`,
      notes: [
        'An account is found by its link to the provider, else by the email that the provider has verified. Who is signed in already links the provider to that account.',
        'An email that the provider has not verified is stored with a new account as unverified, and never leads to an existing one.',
        'If the app has another origin than this server, the popup asks the user to confirm the sign-in.',
        'For a new account the create rule of the collection is asked.',
      ],
      access: everyone,
      method: 'POST',
      path: `${collectionPath(collection)}/${path}`,
      samples: samplesFor(subject),
      tables: [
        {
          title: 'Body',
          parameters: [
            {
              name: 'provider',
              type: 'String',
              isRequired: true,
              text: `Name of the provider, e.g. \`${sent.provider}\`; the enabled ones are in \`auth-methods\`.`,
            },
            { name: 'code', type: 'String', isRequired: true, text: 'The code that the provider gave.' },
            { name: 'codeVerifier', type: 'String', text: 'What the code was asked for with, from `auth-methods`.' },
            { name: 'redirectUrl', type: 'String', isRequired: true, text: 'The address that the provider sent the code to.' },
            { name: 'createData', type: 'Object', text: 'Values of a new account. Files cannot be sent.' },
          ],
        },
        recordQuery(subject, 'record.'),
      ],
      answers: [
        signedIn(subject, meta),
        failure(400, 'The provider is not enabled.', undefined, {
          provider: { code: 'validation_invalid_provider', message: '"google" is missing or is not enabled.' },
        }),
        failure(400, 'The account cannot be created: `data` names the fields, if it is for them.', 'Failed to authenticate.'),
        ...(collection.options.onlyVerified ? [notVerified] : []),
      ],
    }
  },
})
