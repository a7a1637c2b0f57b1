import type { AuthCollection } from '@coffer/schema'
import { whereText } from '../parts/BodyBuilder.ts'
import type { SignIn } from '../rules/RuleNeeds.ts'
import type { Samples } from './languages.ts'
import { type CurlCall, writeCurl } from './writeCurl.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

/** Placeholders that users replace. */
export const placeholders = {
  password: 'YOUR_PASSWORD',
  email: 'YOUR_EMAIL',
  username: 'YOUR_USERNAME',
  newPassword: 'NEW_PASSWORD',
  newEmail: 'NEW_EMAIL',
  mailedToken: 'TOKEN_FROM_THE_MAIL',
  /** A well-known provider. It may not be enabled. */
  provider: 'google',
}

/** Commands that install the newest supported SDKs. Later versions use a different protocol. */
const install = { javascript: 'npm i pocketbase@0.21', dart: 'dart pub add pocketbase:^0.18.0' }

/** Returns the placeholder for the identity of a sign-in: email or username. */
export function identityOf({ options }: AuthCollection): string {
  return options.allowEmailAuth ? placeholders.email : placeholders.username
}

/** Whether records of the collection can sign in with a password. */
export function allowsPassword({ options }: AuthCollection): boolean {
  return options.allowEmailAuth || options.allowUsernameAuth
}

export interface SampleParts {
  origin: string
  signIn: SignIn
  /** Conditions on the signed-in record, as filters. */
  account?: readonly string[]
  /** Sentences about what to replace and what else the call requires. */
  remarks?: readonly string[]
  /** Additional remarks for curl, whose code cannot read values of the signed-in record. */
  curlRemarks?: readonly string[]
  /** The call itself in each language; the client is `pb`. */
  javascript: string
  dart: string
  /** One call of curl, or the text of several commands. */
  curl: Omit<CurlCall, 'isSignedIn'> | string
  /** Dart imports in addition to the SDK. */
  dartImports?: readonly string[]
}

type Quote = (text: string) => string

/** Writes the call that signs in with an OAuth2 provider, in a browser or in an app. */
export function oauth2Calls(collection: AuthCollection) {
  return {
    javascript: `await pb.collection(${quoteJavaScript(collection.name)}).authWithOAuth2({ provider: ${quoteJavaScript(placeholders.provider)} })`,
    dart: `await pb.collection(${quoteDart(collection.name)}).authWithOAuth2(${quoteDart(placeholders.provider)}, (url) async {\n  await launchUrl(url);\n})`,
  }
}

/** Writes the call that signs in with a password. */
const passwordCall = (signIn: AuthCollection | 'admin', quote: Quote): string =>
  signIn === 'admin'
    ? `await pb.admins.authWithPassword(${quote(placeholders.email)}, ${quote(placeholders.password)})`
    : `await pb.collection(${quote(signIn.name)}).authWithPassword(${quote(identityOf(signIn))}, ${quote(placeholders.password)})`

const signInCalls = (signIn: AuthCollection | 'admin') =>
  signIn === 'admin' || allowsPassword(signIn)
    ? { javascript: passwordCall(signIn, quoteJavaScript), dart: passwordCall(signIn, quoteDart) }
    : oauth2Calls(signIn)

/** Writes sentences as comments, one per line. Removes line breaks, which a quoted rule can contain. */
const comments = (mark: '//' | '#', sentences: readonly string[]): string =>
  sentences.map(sentence => `${mark} ${sentence.replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`).join('')

/** Writes complete programs around a call: the client, and the sign-in if one is required. */
export function writeSamples(parts: SampleParts): Samples {
  const { origin, signIn, account = [], remarks = [], curlRemarks = [], javascript, dart, curl, dartImports = [] } = parts
  const who = signIn && (signIn === 'admin' ? 'an admin' : `a record of ${signIn.name}${whereText(account)}`)
  const isByPassword = signIn && (signIn === 'admin' || allowsPassword(signIn))
  const identity = signIn && signIn !== 'admin' ? identityOf(signIn) : placeholders.email
  const signingIn = comments('//', [
    isByPassword ? `Replace ${identity} and ${placeholders.password} with those of ${who}.` : `Signs in ${who}.`,
  ])
  return {
    javascript: [
      `// ${install.javascript}\nimport PocketBase from 'pocketbase'`,
      `const pb = new PocketBase(${quoteJavaScript(origin)})`,
      ...(signIn ? [signingIn + signInCalls(signIn).javascript] : []),
      comments('//', remarks) + javascript,
    ].join('\n\n'),
    dart: [
      [`// ${install.dart}`, "import 'package:pocketbase/pocketbase.dart';", ...dartImports].join('\n'),
      `final pb = PocketBase(${quoteDart(origin)});`,
      ...(signIn ? [`${signingIn + signInCalls(signIn).dart};`] : []),
      comments('//', remarks) + dart,
    ].join('\n\n'),
    curl:
      comments('#', [...(who ? [`Replace TOKEN with the token of ${who}.`] : []), ...remarks, ...curlRemarks]) +
      (typeof curl === 'string' ? curl : writeCurl({ ...curl, isSignedIn: signIn !== undefined })),
  }
}
