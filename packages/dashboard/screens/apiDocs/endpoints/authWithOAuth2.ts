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

function samplesFor({ collection, origin }: AccountSubject) {
  const inOneCall = oauth2Calls(collection)
  const [js, dart] = [quoteJavaScript, quoteDart].map(
    quote =>
      `await pb.collection(${quote(collection.name)}).authWithOAuth2Code(\n${Object.values(sent)
        .map(text => `  ${quote(text)},\n`)
        .join('')})`,
  )
  const popup = `// Opens the provider's page. Register this redirect URL with the provider:\n// ${origin}/api/oauth2-redirect`
  const byHand = '// Or manually, with the code that the provider sent to your own page.'
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
      summary: `Signs in a record of \`${collection.name}\` with an OAuth2 provider such as Google. Creates the record if there is none.`,
      notes: [
        'The record is found by its link to the provider, otherwise by the email that the provider has verified. If the requester is already signed in, the provider is linked to their record.',
        'An email that the provider has not verified never matches an existing record. A new record stores it as unverified.',
        'If the app has another origin than this server, the popup asks the user to confirm the sign-in.',
        'Creating a record requires that the create rule allows it.',
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
              text: `Name of the provider, e.g. \`${sent.provider}\`. \`auth-methods\` lists the enabled ones.`,
            },
            { name: 'code', type: 'String', isRequired: true, text: 'The authorization code from the provider.' },
            { name: 'codeVerifier', type: 'String', text: 'The `codeVerifier` from `auth-methods` that belongs to the code.' },
            { name: 'redirectUrl', type: 'String', isRequired: true, text: 'The redirect URL that received the code.' },
            { name: 'createData', type: 'Object', text: 'Values of a new record. Files are not supported.' },
          ],
        },
        recordQuery(subject, 'record.'),
      ],
      responses: [
        signedIn(subject, meta),
        failure(400, 'The provider is not enabled.', undefined, {
          provider: { code: 'validation_invalid_provider', message: '"google" is missing or is not enabled.' },
        }),
        failure(400, 'The record cannot be created. `data` names invalid fields, if any.', 'Failed to authenticate.'),
        ...(collection.options.onlyVerified ? [notVerified] : []),
      ],
    }
  },
})
